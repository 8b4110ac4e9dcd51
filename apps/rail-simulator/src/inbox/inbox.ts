import { Injectable } from '@nestjs/common';
import { Database, JobScheduler } from '@paygate/platform';

export interface InboxMessage {
  readonly to: string;
  readonly channel: 'sms' | 'email';
  readonly subject?: string;
  readonly text: string;
  readonly sentAt: string;
}

/** The most messages that are kept; the oldest are deleted first. */
export const KEPT_MESSAGES = 10_000;

const PRUNE_SECONDS = 60;

interface Row {
  readonly recipient: string;
  readonly channel: 'sms' | 'email';
  readonly subject: string | null;
  readonly text: string;
  readonly sent_at: Date;
}

/** Messages of test mode. */
@Injectable()
export class Inbox {
  constructor(
    private readonly database: Database,
    jobs: JobScheduler,
  ) {
    jobs.repeat({ name: 'prune-inbox', everySeconds: PRUNE_SECONDS, work: () => this.prune() });
  }

  /** Adds a message, once for each id; false when the id exists. */
  async add(id: string, { to, channel, subject, text }: Omit<InboxMessage, 'sentAt'>): Promise<boolean> {
    const statement = `
      INSERT INTO message (id, recipient, channel, subject, text) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (id) DO NOTHING`;
    const values = [id, to, channel, subject ?? null, text].map((value) => value?.replaceAll('\0', '') ?? null);
    return (await this.database.execute({ name: 'add_message', text: statement, values })) === 1;
  }

  /** Newest first, at most `limit`; those of one phone number or e-mail address, or all. */
  async list(to: string | undefined, limit: number = KEPT_MESSAGES): Promise<readonly InboxMessage[]> {
    const of = to === undefined ? '' : 'WHERE recipient = $2';
    const text = `SELECT recipient, channel, subject, text, sent_at FROM message ${of} ORDER BY number DESC LIMIT $1`;
    const values = [Math.min(limit, KEPT_MESSAGES), ...(to === undefined ? [] : [to])];
    return (await this.database.query<Row>({ text, values })).map(messageOf);
  }

  async prune(): Promise<void> {
    const text = 'DELETE FROM message WHERE number <= (SELECT max(number) FROM message) - $1';
    await this.database.execute({ text, values: [KEPT_MESSAGES] });
  }
}

function messageOf({ recipient: to, channel, subject, text, sent_at }: Row): InboxMessage {
  return { to, channel, ...(subject === null ? {} : { subject }), text, sentAt: sent_at.toISOString() };
}
