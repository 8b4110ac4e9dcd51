import type { FetchStatement, StatementAnswer } from './connector.js';
import type { RailAccount } from './http/rail-account.js';

/** The source of a rail's statements. */
export interface StatementSource {
  /** The address of a day's statement is this path and the day: `/statement/2026-01-31`. */
  readonly path: string;
}

/** Fetches statements under an account of the rail, with the headers that its requests have. */
export function statementFrom(
  { path }: StatementSource,
  account: RailAccount,
  headers: () => Readonly<Record<string, string>>,
): FetchStatement {
  return async (day, signal): Promise<StatementAnswer> => {
    const answer = await account.stream({ method: 'GET', path: `${path}/${day}`, headers: headers(), signal });
    if (answer.kind === 'stream') return { kind: 'statement', bytes: answer.bytes };
    return { kind: 'failure', remark: answer.kind === 'refused' ? `HTTP ${answer.status}` : answer.remark };
  };
}
