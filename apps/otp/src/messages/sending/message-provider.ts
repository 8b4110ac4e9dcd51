import type { Message } from './send-job.js';

/** The result of a message: `refused` will be refused again, `failed` may succeed later and may have succeeded now. */
export type Handover = { readonly kind: 'taken' } | { readonly kind: 'refused' | 'failed'; readonly reason: string };

/** Takes messages to people. */
export interface MessageProvider {
  /**
   * Hands a message over, once, within the provider's time. Never throws. The reason of a failure names no address, text
   * or credential: it is logged. `id` is the message's: a provider that knows it takes the message once.
   */
  handOver(id: string, message: Message): Promise<Handover>;
  /** True when each of its providers, in the order of their turns, is left alone because it has failed. */
  readonly circuits?: readonly { readonly isOpen: boolean }[];
  /** Closes connections that are kept open. */
  close(): void;
}
