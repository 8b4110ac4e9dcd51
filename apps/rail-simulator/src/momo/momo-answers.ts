import type { Dialect } from '../decisions/submit-faults.js';
import type { WireAnswer } from '../wire/exchange.js';
import { json } from '../wire/exchange.js';

/** The answers of MTN and of the API gateway in front of it. Logical errors arrive as HTTP 500 with a code. */
export const INVALID_SUBSCRIPTION_KEY = json(401, {
  statusCode: 401,
  message:
    'Access denied due to invalid subscription key. Make sure to provide a valid key for an active subscription.',
});
export const NO_RESOURCE = json(404, { statusCode: 404, message: 'Resource not found' });
export const UNAUTHORIZED = json(401, { statusCode: 401, message: 'Unauthorized' });
export const DUPLICATE = json(409, {
  code: 'RESOURCE_ALREADY_EXIST',
  message: 'Duplicated reference id. Creation of resource failed.',
});
export const NOT_FOUND = json(404, { code: 'RESOURCE_NOT_FOUND', message: 'Requested resource was not found.' });

export function failure(code: string, message: string): WireAnswer {
  return json(500, { code, message });
}

export const dialect: Dialect = {
  unauthorized: UNAUTHORIZED,
  internalError: failure('INTERNAL_PROCESSING_ERROR', 'Internal processing error.'),
  tooManyRequests: json(
    429,
    { statusCode: 429, message: 'Rate limit is exceeded. Try again in 10 seconds.' },
    { 'retry-after': '10' },
  ),
  unavailable: json(503, { code: 'SERVICE_UNAVAILABLE', message: 'Service temporarily unavailable, try again later.' }),
};
