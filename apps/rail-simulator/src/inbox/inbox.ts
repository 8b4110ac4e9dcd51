import { Injectable } from '@nestjs/common';

export interface InboxMessage {
  readonly to: string;
  readonly channel: 'sms' | 'email';
  readonly subject?: string;
  readonly text: string;
  readonly sentAt: string;
}

/** The most messages that are kept; the oldest are dropped first. */
export const KEPT_MESSAGES = 10_000;

/** Messages of test mode, in memory. Nothing depends on them. */
@Injectable()
export class Inbox {
  /** By the sender's message id, oldest first. */
  readonly #messages = new Map<string, InboxMessage>();
  /** By address, each oldest first. */
  readonly #byAddress = new Map<string, InboxMessage[]>();

  /** Adds a message, once for each id; false when the id exists. */
  add(id: string, given: Omit<InboxMessage, 'sentAt'>): boolean {
    if (this.#messages.has(id)) return false;
    const message = { ...given, sentAt: new Date().toISOString() };
    this.#messages.set(id, message);
    const others = this.#byAddress.get(message.to);
    if (others === undefined) this.#byAddress.set(message.to, [message]);
    else others.push(message);
    if (this.#messages.size > KEPT_MESSAGES) this.#dropOldest();
    return true;
  }

  /** Newest first, at most `limit`; those of one phone number or e-mail address, or all. */
  list(to: string | undefined, limit: number = KEPT_MESSAGES): readonly InboxMessage[] {
    const messages = to === undefined ? [...this.#messages.values()] : (this.#byAddress.get(to) ?? []);
    return messages.slice(-limit).reverse();
  }

  /** The oldest message is also the oldest of its address. */
  #dropOldest(): void {
    const [oldest] = this.#messages;
    if (oldest === undefined) return;
    const [id, { to }] = oldest;
    this.#messages.delete(id);
    const others = this.#byAddress.get(to);
    others?.shift();
    if (others?.length === 0) this.#byAddress.delete(to);
  }
}
