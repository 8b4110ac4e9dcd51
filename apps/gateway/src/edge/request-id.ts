import type { IncomingMessage } from 'node:http';
import { headers } from '@paygate/contracts';
import { API_KEY_TRACE, newId } from '@paygate/platform';

const WELL_FORMED = /^[A-Za-z0-9._-]{8,64}$/;

/** The caller's name for the request when it has the form of one, else a new one. It travels into every log line. */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers[headers.requestId];
  return typeof given === 'string' && WELL_FORMED.test(given) && !API_KEY_TRACE.test(given) ? given : newId('request');
}
