import { Injectable } from '@nestjs/common';
import { Database, JobScheduler } from '@paygate/platform';
import type { WireAnswer, WireRequest } from './exchange.js';
import { uuidV4Of } from './uuid-v4.js';

/** Fields of bodies that are secrets of the client. */
const SECRET_FIELDS = /("(?:pin)"\s*:\s*)"[^"]*"/g;

export interface JournalEntry {
  readonly number: bigint;
  readonly received_at: Date;
  readonly method: string;
  readonly path: string;
  readonly reference: string | null;
  readonly body: string;
  /** The status of the answer, or `reset` or `silence`. */
  readonly answer: string;
}

const KEPT_REQUESTS = 200_000;

/** Every request that reached an operator, with its answer's status. Credentials are not in it. */
@Injectable()
export class RequestJournal {
  constructor(
    private readonly database: Database,
    jobs: JobScheduler,
  ) {
    jobs.repeat({ name: 'prune-journal', everySeconds: 600, work: () => this.prune() });
  }

  async record({ method, path, headers, body }: WireRequest, answer: WireAnswer): Promise<void> {
    const text = `INSERT INTO request_journal (method, path, reference, body, answer) VALUES ($1, $2, $3, $4, $5)`;
    const outcome = answer.kind === 'answer' ? String(answer.status) : answer.kind;
    const values = [method, path, referenceOf(path, headers, body), withoutSecrets(body), outcome];
    await this.database.execute({ name: 'record', text, values });
  }

  /** Requests after a number, oldest first, at most `limit`; those about one payment, or all. */
  list(after: bigint, limit: number, reference: string | undefined): Promise<JournalEntry[]> {
    const text = `
      SELECT number, received_at, method, path, reference, body, answer FROM request_journal
      WHERE number > $1 AND ($3::text IS NULL OR reference = $3) ORDER BY number LIMIT $2`;
    return this.database.query({ text, values: [after, limit, reference ?? null] });
  }

  /** Deletes the oldest requests. */
  async prune(): Promise<void> {
    const text = 'DELETE FROM request_journal WHERE number <= (SELECT max(number) FROM request_journal) - $1';
    await this.database.execute({ text, values: [KEPT_REQUESTS] });
  }
}

/** The reference of the payment that a request is about: MTN MoMo's is a header or ends the path, Orange Money's is the payToken. */
function referenceOf(path: string, headers: WireRequest['headers'], body: string): string | null {
  const [, inBody] = /"payToken"\s*:\s*"([A-Za-z0-9-]{1,64})"/.exec(body) ?? [];
  const [, inPath] = /\/(?:requesttopay|refund|transfer|paymentstatus)\/([A-Za-z0-9-]{1,64})$/.exec(path) ?? [];
  const named = headers['x-reference-id']?.slice(0, 64) ?? inPath;
  return named === undefined ? (inBody ?? null) : (uuidV4Of(named) ?? named);
}

/** PostgreSQL's text has no NUL. */
function withoutSecrets(body: string): string {
  return body.replaceAll(SECRET_FIELDS, '$1"[secret]"').replaceAll('\0', '');
}
