import type { DecidedPayment } from '../payments/payment.js';
import type { WireAnswer } from '../wire/exchange.js';
import { json } from '../wire/exchange.js';
import { statementFile } from './statement-file.js';

const PATH = /\/statement\/(20\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))$/;

/** The day that the path of a request for a statement names; undefined for every other request. */
export function statementDay({ method, path }: { readonly method: string; readonly path: string }): string | undefined {
  const day = method === 'GET' ? PATH.exec(path)?.[1] : undefined;
  return day !== undefined && new Date(`${day}T00:00:00Z`).toISOString().startsWith(day) ? day : undefined;
}

/** The statement of a day; undefined is that of a day that has not ended. */
export function statementAnswer(payments: readonly DecidedPayment[] | undefined): WireAnswer {
  if (payments === undefined) return json(404, { message: 'The day has not ended' });
  const headers = { 'content-type': 'text/csv; charset=utf-8' };
  return { kind: 'answer', status: 200, headers, body: statementFile(payments) };
}
