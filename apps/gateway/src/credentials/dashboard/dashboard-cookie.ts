import type { IncomingHttpHeaders } from 'node:http';
import { DASHBOARD_COOKIE } from '@paygate/contracts';
import { PaygateError } from '@paygate/platform';
import type { FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../../config.js';
import { presentedCredentials } from '../credential-headers.js';

/** `Strict`: a browser sends the cookie with no request that another site caused, a link to this one included. */
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Strict';
const READING: readonly string[] = ['GET', 'HEAD'];
const crossOrigin = (): PaygateError =>
  new PaygateError('origin_not_allowed', {
    detail: 'A session cookie is accepted only in requests from pages of this origin.',
  });

type Arrived = Pick<FastifyRequest, 'method' | 'headers'>;

/** `Set-Cookie` of a new session. The token is base62, so it needs no encoding. */
export function sessionCookie(token: string, expiresAt: string): string {
  return `${DASHBOARD_COOKIE}=${token}; Expires=${new Date(expiresAt).toUTCString()}; ${ATTRIBUTES}`;
}

/** `Set-Cookie` that removes the cookie. */
export const endedCookie = `${DASHBOARD_COOKIE}=; Max-Age=0; ${ATTRIBUTES}`;

/** The session cookie of a request without other credentials. An API key or a bearer token, which a page adds itself, counts before it. */
export function cookieSessionOf(given: IncomingHttpHeaders): string | undefined {
  const { apiKeys, bearer } = presentedCredentials(given);
  if (apiKeys.length > 0 || bearer !== undefined) return undefined;
  const beginning = `${DASHBOARD_COOKIE}=`;
  const texts = (given.cookie ?? '').split(';').map((text) => text.trim());
  return texts.find((text) => text.startsWith(beginning) && text !== beginning)?.slice(beginning.length);
}

/**
 * Throws `origin_not_allowed` unless a page of this gateway's public address caused the request; where it has none, of the host that
 * the request names. Browsers set both headers, and scripts of a page cannot. A request that changes something must have its
 * `Origin`: every browser sends it with such requests.
 */
export function checkOwnPage(
  { method, headers: { origin, host = '', ...given } }: Arrived,
  { PUBLIC_URL = `https://${host}` }: Pick<GatewayConfig, 'PUBLIC_URL'>,
): void {
  const site = given['sec-fetch-site'];
  // without the port that https implies, as browsers write it
  const isOwn = origin !== undefined && origin === URL.parse(PUBLIC_URL)?.origin;
  if (site !== undefined && site !== 'same-origin') throw crossOrigin();
  if (origin !== undefined && !isOwn) throw crossOrigin();
  if (!isOwn && (site === undefined || !READING.includes(method))) throw crossOrigin();
}
