import { Injectable } from '@nestjs/common';
import { Database } from '@paygate/platform';
import type { WireAnswer, WireRequest } from './exchange.js';

/** Fields of bodies that are secrets of the client. */
const SECRET_FIELDS = /("(?:pin)"\s*:\s*)"[^"]*"/g;

/** Every request that reached an operator, with its answer's status. Credentials are not in it. */
@Injectable()
export class RequestJournal {
  constructor(private readonly database: Database) {}

  async record({ method, path, headers, body }: WireRequest, answer: WireAnswer): Promise<void> {
    const text = `INSERT INTO request_journal (method, path, reference, body, answer) VALUES ($1, $2, $3, $4, $5)`;
    const outcome = answer.kind === 'answer' ? String(answer.status) : answer.kind;
    const values = [method, path, referenceOf(path, headers, body), withoutSecrets(body), outcome];
    await this.database.execute({ name: 'record', text, values });
  }
}

/** The reference of the payment that a request is about: MTN MoMo's is a header or ends the path, Orange Money's is the payToken. */
function referenceOf(path: string, headers: WireRequest['headers'], body: string): string | null {
  const [, inBody] = /"payToken"\s*:\s*"([A-Za-z0-9-]{1,64})"/.exec(body) ?? [];
  const [, inPath] = /\/(?:requesttopay|refund|transfer|paymentstatus)\/([A-Za-z0-9-]{1,64})$/.exec(path) ?? [];
  return headers['x-reference-id']?.slice(0, 64) ?? inPath ?? inBody ?? null;
}

/** PostgreSQL's text has no NUL. */
function withoutSecrets(body: string): string {
  return body.replaceAll(SECRET_FIELDS, '$1"[secret]"').replaceAll('\0', '');
}
