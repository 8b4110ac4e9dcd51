import { signDelivery } from '@paygate/webhook-signature';

/** The answer of an endpoint, or why there was none. */
export type EndpointAnswer =
  { readonly status: number; readonly latencyMs: number } | { readonly status: undefined; readonly error: string };

export interface SignedPost {
  readonly id: string;
  readonly body: string;
  readonly secrets: readonly string[];
  /** Unix seconds; now when absent. */
  readonly timestampSeconds?: number;
  /** The body that is sent, where it is not the one that is signed. */
  readonly sentBody?: string;
  /** A signature header that is sent empty, or not at all, instead of the signature. */
  readonly signature?: 'empty' | 'absent';
}

const TIMEOUT_MS = 15_000;

/** Posts a delivery as Paygate does: signed, without following redirects, within 15 s. */
export async function postSigned(url: URL, { id, body, secrets, ...given }: SignedPost): Promise<EndpointAnswer> {
  const started = performance.now();
  const timestampSeconds = given.timestampSeconds ?? Math.floor(Date.now() / 1_000);
  // a secret that is none is no failure of the endpoint
  const signed = signedAs(given.signature, { ...signDelivery({ id, timestampSeconds, body }, secrets) });
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...signed,
      },
      body: given.sentBody ?? body,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    return { status: response.status, latencyMs: Math.round(performance.now() - started) };
  } catch (error) {
    return { status: undefined, error: reasonOf(error) };
  }
}

function signedAs(
  signature: SignedPost['signature'],
  headers: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      if (signature === undefined || !name.endsWith('-signature')) return [[name, value]];
      return signature === 'empty' ? [[name, '']] : [];
    }),
  );
}

/** `fetch` gives the reason as the cause of its error. */
export function reasonOf(error: unknown): string {
  const { message, cause } = error as {
    readonly message: string;
    readonly cause?: { readonly code?: string; readonly message?: string };
  };
  return cause?.code ?? cause?.message ?? message;
}
