import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Form } from './form.js';

/** The name of the field of a form that holds the token of its page. */
export const FORM_TOKEN = 'token';

/**
 * True when a form was sent by a page of this origin. Browsers say so themselves in `Sec-Fetch-Site`, and older ones name the page's
 * origin: one that names another is refused. When a browser says neither, the form counts if it holds the token that is sealed in the
 * browser's cookie, which no other site can read.
 */
export function isOwnForm(
  { headers }: Pick<FastifyRequest, 'headers'>,
  form: Form,
  token: string | undefined,
): boolean {
  const { 'sec-fetch-site': site, origin } = headers;
  if (site === undefined && origin === undefined) return isSame(form[FORM_TOKEN], token);
  return isSameOrigin(headers);
}

function isSameOrigin(headers: FastifyRequest['headers']): boolean {
  const { 'sec-fetch-site': site, 'x-forwarded-host': host, origin } = headers;
  const isOfHost = typeof host === 'string' && host !== '' && origin === `https://${host}`;
  if (site === undefined) return isOfHost;
  return site === 'same-origin' && (origin === undefined || isOfHost);
}

function isSame(given: string | undefined, token: string | undefined): boolean {
  if (given === undefined || token === undefined) return false;
  const [one, other] = [Buffer.from(given), Buffer.from(token)];
  return one.length === other.length && timingSafeEqual(one, other);
}
