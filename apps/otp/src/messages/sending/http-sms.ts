import type { Handover } from './message-provider.js';

const LONGEST_ANSWER_BYTES = 65_536;
/** Statuses of a refusal that says "later", not "never". */
const LATER = [408, 425, 429];

export interface HttpHandover {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs: number;
}

/** Posts a message to a provider. */
export async function postMessage({ url, headers, body, timeoutMs }: HttpHandover): Promise<Handover> {
  try {
    const response = await fetch(url, {
      ...{ method: 'POST', headers, body },
      redirect: 'error', // the body holds a code: it goes to the address of the configuration, nowhere else
      signal: AbortSignal.timeout(timeoutMs),
    });
    await drain(response);
    if (response.ok) return { kind: 'taken' };
    const never = response.status >= 400 && response.status < 500 && !LATER.includes(response.status);
    return { kind: never ? 'refused' : 'failed', reason: `status ${response.status}` };
  } catch (error) {
    return { kind: 'failed', reason: error instanceof Error ? error.name : 'unknown' };
  }
}

/** Reads what follows the status, within a bound: then the connection serves the next message too. */
async function drain(response: Response): Promise<void> {
  let left = LONGEST_ANSWER_BYTES;
  for await (const chunk of response.body ?? []) {
    left -= (chunk as Uint8Array).length;
    if (left < 0) return;
  }
}
