import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { headers, operations } from '@paygate/contracts';
import type { PaygateError, ShutdownCoordinator } from '@paygate/platform';
import { addressGroup } from '@paygate/platform';
import type { ApiKeys } from '../credentials/api-keys.js';
import type { Allowance, RateLimits } from '../rate-limits/rate-limits.js';
import { answerHeaders } from './answer-headers.js';
import type { EdgeParts } from './edge-parts.js';
import { problemAnswer } from './problems.js';
import { requestIdOf } from './request-id.js';
import { routeOf } from './routes.js';

interface Parts extends EdgeParts {
  readonly apiKeys: ApiKeys;
  readonly limits: RateLimits;
  readonly shutdown: ShutdownCoordinator;
}

interface Spent {
  readonly told: Allowance['headers'];
  readonly refusal: PaygateError;
}

const { method, path } = operations.signIn;
const route = routeOf(operations.signIn);

/**
 * Answers a sign-in whose address has none left, as this gateway knows, before anything else costs something, the framework
 * and a look at the key too: a flood comes with hundreds a second, and what they take is taken from payments. Spellings of
 * the path that only the router understands meet {@link spentSignIn} when it has found the route.
 */
export function refuseSpentSignIns(server: Server, parts: Parts): void {
  const [serve, ...others] = server.listeners('request') as RequestListener[];
  if (serve === undefined || others.length > 0) throw new TypeError('one listener is to answer requests');
  server.off('request', serve).on('request', (request, response) => {
    if (!isRefused(request, response, parts)) serve.call(server, request, response);
  });
}

/**
 * What a sign-in is told whose address has none left; undefined of others. Sign-ins that a merchant's server sends count for
 * no address.
 */
export function spentSignIn(
  request: IncomingMessage,
  { apiKeys, limits, proxies }: Pick<Parts, 'apiKeys' | 'limits' | 'proxies'>,
): Spent | undefined {
  const spent = limits.ofRefusedSignIn(addressGroup(proxies.clientOf(request)));
  if (spent?.refusal === undefined || !apiKeys.isFromPage({ headers: request.headers })) return undefined;
  return { told: spent.headers, refusal: spent.refusal };
}

/** Answers what is to be answered here. Not what has a fault, or comes at the end: whoever answers that finds it again. */
function isRefused(request: IncomingMessage, response: ServerResponse, parts: Parts): boolean {
  if (request.method !== method || request.url?.split('?', 1)[0] !== path || parts.shutdown.begun) return false;
  try {
    const spent = spentSignIn(request, parts);
    if (spent === undefined) return false;
    parts.gate.check(request);
    refuse(request, response, { ...spent, ...parts });
    return true;
  } catch {
    return response.headersSent;
  }
}

function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  { told, refusal, log, raw, crossOrigin }: Spent & Parts,
): void {
  const requestId = requestIdOf(request);
  const problem = problemAnswer(refusal, { url: path, id: requestId });
  response.writeHead(problem.status, {
    ...answerHeaders,
    ...crossOrigin.ofAnswer(request.headers.origin, method, route),
    [headers.requestId]: requestId,
    ...told,
    ...problem.headers,
    'content-length': problem.body.length,
  });
  log.watch(response, () => ({ requestId, method, route }));
  raw.watch(request, response);
  response.end(problem.body);
}
