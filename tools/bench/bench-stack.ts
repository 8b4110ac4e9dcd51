import { join } from 'node:path';
import { OwnStack, repositoryRoot } from '../stack/own-stack.js';
import type { RawRequest } from './load/raw-http.js';

/** The length of a bench: `full` for figures, `smoke` to prove in seconds that it works. */
export type Length = 'full' | 'smoke';

/** Services that only consume the event of a new intent: what they do with it is not part of its creation. */
export const LISTENERS = ['otp', 'charging', 'webhooks'];

export interface BenchStackOptions {
  readonly users: number;
  /** `high`: every rate, send and sign-in limit out of the way; `normal`: the limits of production */
  readonly limits: 'normal' | 'high';
  /** The services share one process. */
  readonly oneProcess?: boolean;
  /** The working tree whose stack it is; this one by default. */
  readonly tree?: string;
  /** The folder below `.local` of that tree. */
  readonly name?: string;
}

export function startBenchStack(options: BenchStackOptions): Promise<OwnStack> {
  const { users, limits, oneProcess = false, tree = repositoryRoot, name = 'bench' } = options;
  const args = ['--users', String(users), ...(limits === 'high' ? ['--limits', 'high'] : [])];
  if (oneProcess) args.push('--one-process');
  return OwnStack.start({ root: join(tree, '.local', name), tree, args });
}

export async function withoutListeners<Result>(stack: OwnStack, work: () => Promise<Result>): Promise<Result> {
  await stack.hold(LISTENERS);
  try {
    return await work();
  } finally {
    await stack.release(LISTENERS);
  }
}

/** The headers and body with which the official server client creates an intent. */
export function createRequest({ facts }: OwnStack): RawRequest {
  const { secretKey } = facts.merchant;
  const headers = {
    'x-api-key': secretKey,
    authorization: `Bearer ${secretKey}`,
    'content-type': 'application/json',
  };
  const intent = { amount: '5000', currency: 'XAF', description: 'Order 1001', metadata: { orderId: '1001' } };
  return { method: 'POST', path: '/gateway', headers, body: JSON.stringify(intent) };
}
