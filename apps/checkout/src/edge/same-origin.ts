import type { FastifyRequest } from 'fastify';

/**
 * True when a form was sent by a page of this origin. Browsers say so themselves in `Sec-Fetch-Site`; older ones name the page's origin. A
 * request that says neither is no browser's.
 */
export function isSameOrigin({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const site = headers['sec-fetch-site'];
  if (typeof site === 'string') return site === 'same-origin';
  const host = headers['x-forwarded-host'];
  return typeof host === 'string' && host !== '' && headers.origin === `https://${host}`;
}
