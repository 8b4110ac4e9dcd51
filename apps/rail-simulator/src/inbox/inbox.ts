import { Injectable } from '@nestjs/common';

export interface InboxMessage {
  readonly to: string;
  readonly channel: 'sms' | 'email';
  readonly subject?: string;
  readonly text: string;
  readonly sentAt: string;
}

/** How many messages are kept; the oldest go first. */
export const KEPT_MESSAGES = 10_000;

/** Messages that would have reached people, in memory: a sink of test mode, which nothing depends on. */
@Injectable()
export class Inbox {
  /** By the sender's message id, oldest first. */
  readonly #messages = new Map<string, InboxMessage>();

  /** Takes a message once, however often it is handed in; false when it was here already. */
  take(id: string, message: Omit<InboxMessage, 'sentAt'>): boolean {
    if (this.#messages.has(id)) return false;
    this.#messages.set(id, { ...message, sentAt: new Date().toISOString() });
    const [oldest] = this.#messages.keys();
    if (this.#messages.size > KEPT_MESSAGES && oldest !== undefined) this.#messages.delete(oldest);
    return true;
  }

  /** Newest first; those of one phone number or e-mail address, or all. */
  list(to: string | undefined, limit: number = KEPT_MESSAGES): readonly InboxMessage[] {
    const messages = Array.from(this.#messages.values()).reverse();
    return messages.filter((message) => to === undefined || message.to === to).slice(0, limit);
  }
}
