import type { IncomingHttpHeaders } from 'node:http';
import { headers } from '@paygate/contracts';

const BEARER = /^Bearer +([\x21-\x7e]+)$/i;
/** Without `x-api-key`, a Bearer value is an API key only when it is a secret or restricted one. */
const SECRET_KEY_BEGINNING = /^[sr]k_/;
const API_KEY_BEGINNING = /^[prs]k_/;

/** The credentials that a request carries, not verified. */
export interface PresentedCredentials {
  /** API keys, the one of `x-api-key` first. */
  readonly apiKeys: readonly string[];
  /** A bearer token that is no API key. */
  readonly bearer: string | undefined;
}

/** Reads `x-api-key` and `Authorization`. A Bearer value that begins like an API key is taken for one. */
export function presentedCredentials(given: IncomingHttpHeaders): PresentedCredentials {
  const inHeader = textOf(given[headers.apiKey]);
  const bearer = BEARER.exec(given.authorization ?? '')?.[1];
  const isKey = (inHeader === undefined ? SECRET_KEY_BEGINNING : API_KEY_BEGINNING).test(bearer ?? '');
  return {
    apiKeys: [inHeader, isKey ? bearer : undefined].filter((key) => key !== undefined),
    bearer: isKey ? undefined : bearer,
  };
}

/** The text of a header; undefined when it is absent or empty. */
export function textOf(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The detail of a refusal for an `Authorization` that carries no credential of its place; undefined when it was not sent. */
export function misplacedCredential({ authorization = '' }: IncomingHttpHeaders): string | undefined {
  const [scheme = '', value = ''] = authorization.trim().split(/ +/, 2);
  if (scheme === '') return undefined;
  if (API_KEY_BEGINNING.test(scheme)) return 'Authorization carries an API key without the word Bearer before it.';
  if (!/^bearer$/i.test(scheme)) return 'Authorization does not begin with Bearer, the only scheme that is accepted.';
  if (value === '') return 'Authorization carries nothing after Bearer.';
  if (value.startsWith('pk_')) return 'Authorization carries a publishable key, which is sent in x-api-key.';
  if (SECRET_KEY_BEGINNING.test(value)) return 'Authorization carries an API key in the place of a token.';
  return 'Authorization carries a token that is no API key.';
}
