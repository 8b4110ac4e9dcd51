import type { IncomingMessage } from 'node:http';
import { headers } from '@paygate/contracts';
import { API_KEY_TRACE, newId, OPAQUE_TOKEN_TRACE } from '@paygate/platform';

const secrets = [API_KEY_TRACE, OPAQUE_TOKEN_TRACE];
const WELL_FORMED = /^[A-Za-z0-9._-]{8,64}$/;

/** The caller's id for the request if it is well-formed and no secret, because log lines repeat it; else a new one. */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers[headers.requestId];
  const isUsable = typeof given === 'string' && WELL_FORMED.test(given) && !secrets.some((trace) => trace.test(given));
  return isUsable ? given : newId('request');
}
