import type { IncomingMessage } from 'node:http';
import { headers } from '@paygate/contracts';
import { API_KEY_TRACE, newId, OPAQUE_TOKEN_TRACE } from '@paygate/platform';

const secrets = [API_KEY_TRACE, OPAQUE_TOKEN_TRACE];
const WELL_FORMED = /^[A-Za-z0-9._-]{8,64}$/;

/** The caller's name for the request when it has the form of one, else a new one. It travels into every log line. */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers[headers.requestId];
  const isName = typeof given === 'string' && WELL_FORMED.test(given) && !secrets.some((trace) => trace.test(given));
  return isName ? given : newId('request');
}
