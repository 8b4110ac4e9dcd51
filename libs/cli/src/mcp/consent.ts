import { randomBytes, randomUUID } from 'node:crypto';
import type { ClientCapabilities, InputRequiredResult, McpServer, ServerContext } from '@modelcontextprotocol/server';
import {
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  inputRequired,
  inputResponse,
} from '@modelcontextprotocol/server';

/** The request that was asked about, signed, so that an answer holds for this one request. */
interface Question {
  readonly digest: string;
  readonly idempotencyKey: string;
}

/** The answer of the person: the idempotency key of the request they agreed to, a question that is to be put first, or no. */
export type Verdict =
  | { readonly kind: 'agreed'; readonly idempotencyKey: string }
  | { readonly kind: 'ask'; readonly question: InputRequiredResult }
  | { readonly kind: 'refused' };

const CONSENT = 'consent';
const SECONDS = 600;

/**
 * The consent of the person at the client to one write. Each answer holds once, for the request that was shown, for ten minutes. One for
 * other arguments, one that comes again, and one that was never asked for lead to another question.
 */
export class Consent {
  readonly #codec = createRequestStateCodec<Question>({ key: randomBytes(32), ttlSeconds: SECONDS });
  /** The questions without an answer so far, each with the time when its answer is too late, in milliseconds. */
  readonly #open = new Map<string, number>();

  /** For `requestState.verify` of the server. */
  readonly verify = (state: string, context: ServerContext): Promise<Question> => this.#codec.verify(state, context);

  /** @param idempotencyKey that of the caller, who repeats a write */
  async verdictOf(
    context: ServerContext,
    { digest, text, idempotencyKey }: { digest: string; text: string; idempotencyKey: string | undefined },
  ): Promise<Verdict> {
    const answer = inputResponse(context.mcpReq.inputResponses, CONSENT);
    const asked = context.mcpReq.requestState<Question>();
    const isAnswered = answer.kind === 'elicit' && asked?.digest === digest && this.#open.delete(asked.idempotencyKey);
    if (!isAnswered) return { kind: 'ask', question: await this.#question(digest, text, idempotencyKey) };
    const hasAgreed = answer.action === 'accept' && answer.content?.['send'] === true;
    return hasAgreed ? { kind: 'agreed', idempotencyKey: asked.idempotencyKey } : { kind: 'refused' };
  }

  async #question(digest: string, text: string, key: string | undefined): Promise<InputRequiredResult> {
    const idempotencyKey = key ?? randomUUID();
    const now = Date.now();
    for (const [open, until] of this.#open) if (until < now) this.#open.delete(open);
    this.#open.set(idempotencyKey, now + SECONDS * 1_000);
    const send = { type: 'boolean', title: 'Send this request', default: false } as const;
    return inputRequired({
      inputRequests: {
        [CONSENT]: inputRequired.elicit({
          message: text,
          requestedSchema: { type: 'object', properties: { send }, required: ['send'] },
        }),
      },
      requestState: await this.#codec.mint({ digest, idempotencyKey }),
    });
  }
}

/** True when the client can put a question with a form to its person. */
export function canAsk({ server }: McpServer, { mcpReq }: ServerContext): boolean {
  const envelope: Readonly<Record<string, unknown>> = mcpReq.envelope ?? {};
  const declared =
    (envelope[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined) ??
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- clients of earlier revisions declare them once
    server.getClientCapabilities();
  const elicitation = declared?.elicitation;
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}
