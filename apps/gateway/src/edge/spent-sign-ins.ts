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

const { method, path } = operations.signIn;
const route = routeOf(operations.signIn);

/**
 * Answers a sign-in whose address has none left, as this gateway knows, before anything else costs something, the framework
 * and a look at the key too: a flood comes with hundreds a second, and what they take is taken from payments. Sign-ins that a
 * merchant's server sends count for no address.
 */
export function refuseSpentSignIns(server: Server, parts: Parts): void {
  const [serve, ...others] = server.listeners('request') as RequestListener[];
  if (serve === undefined || others.length > 0) throw new TypeError('one listener is to answer requests');
  server.off('request', serve).on('request', (request, response) => {
    const spent = spentSignInOf(request, parts);
    if (spent === undefined) serve.call(server, request, response);
    else refuse(request, response, { ...spent, ...parts });
  });
}

interface Spent {
  readonly told: Allowance['headers'];
  readonly refusal: PaygateError;
}

/** Undefined of every request that is answered otherwise: what is no plain sign-in, has a fault, or comes at the end. */
function spentSignInOf(request: IncomingMessage, parts: Parts): Spent | undefined {
  if (request.method !== method || request.url !== path || parts.shutdown.begun) return undefined;
  try {
    const spent = parts.limits.ofRefusedSignIn(addressGroup(parts.proxies.clientOf(request)));
    if (spent?.refusal === undefined || !parts.apiKeys.isFromPage({ headers: request.headers })) return undefined;
    parts.gate.check(request);
    return { told: spent.headers, refusal: spent.refusal };
  } catch {
    // whoever answers it finds the fault again
    return undefined;
  }
}

function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  { told, refusal, log, raw, crossOrigin }: Spent & Parts,
): void {
  const requestId = requestIdOf(request);
  log.watch(response, () => ({ requestId, method, route }));
  raw.watch(request, response);
  const problem = problemAnswer(refusal, { url: path, id: requestId });
  response
    .writeHead(problem.status, {
      ...answerHeaders,
      ...crossOrigin.ofAnswer(request.headers.origin, method, route),
      [headers.requestId]: requestId,
      ...told,
      ...problem.headers,
      'content-length': problem.body.length,
    })
    .end(problem.body);
}
