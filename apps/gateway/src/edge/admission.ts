import type { Operation } from '@paygate/contracts';
import { errorCatalogue, headers, operations } from '@paygate/contracts';
import { addressGroup, PaygateError } from '@paygate/platform';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiKeys, KeyBearer } from '../credentials/api-keys.js';
import type { Caller } from '../credentials/caller.js';
import type { DashboardSessions } from '../credentials/dashboard-sessions.js';
import { textOf } from '../credentials/credential-headers.js';
import type { VersionPins } from '../credentials/version-pins.js';
import type { Allowance, RateLimits } from '../rate-limits/rate-limits.js';
import { idempotencyKeyOf } from './idempotency.js';
import { answerProblem } from './problems.js';
import type { Proxies } from './listener/proxies.js';
import { operationOf } from './routes.js';
import { spentSignIn } from './spent-sign-ins.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; null before the key has been verified, and on routes that ask for none. */
    caller: Caller | null;
    presentedKeys: KeyBearer['presentedKeys'];
  }
}

export interface AdmissionParts {
  readonly apiKeys: ApiKeys;
  readonly dashboards: DashboardSessions;
  readonly limits: RateLimits;
  readonly proxies: Proxies;
  readonly versions: VersionPins;
}

/** A request on its way to an operation. */
interface Arrival {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly operation: Operation;
  readonly addressOf: () => string;
}

/** Admits a request to its operation before its body is read: a good credential whose holder has requests left. */
export function admitCallers(fastify: FastifyInstance, parts: AdmissionParts): void {
  fastify.decorateRequest('caller', null);
  fastify.decorateRequest('presentedKeys', undefined);
  fastify.decorateRequest('dashboard', null);
  fastify.addHook('onRequest', (request, reply, done) => {
    const isSignIn = operationOf(request.method, request.routeOptions.url) === operations.signIn;
    const spent = isSignIn ? spentSignIn(request.raw, parts) : undefined;
    if (spent === undefined) done();
    else answerProblem(spent.refusal, request, reply.headers(spent.told));
  });
  fastify.addHook('onRequest', async (request, reply) => {
    const operation = operationOf(request.method, request.routeOptions.url);
    if (operation === undefined || operation.key === 'none') return;
    const addressOf = (): string => addressGroup(parts.proxies.clientOf(request.raw));
    const arrival = { request, reply, operation, addressOf };
    if (parts.dashboards.areFor(operation, request.headers)) await admitMember(arrival, parts);
    else if (operation.key === 'anonymous') await admitAnonymous(arrival, parts);
    else await admitKey(arrival, parts);
    // even where the effect is idempotent by itself: whoever sends a key learns that it is none
    if (operation.method === 'POST') idempotencyKeyOf(request.headers);
  });
}

async function admitKey(arrival: Arrival, parts: AdmissionParts): Promise<void> {
  const { request, reply, operation, addressOf } = arrival;
  const { apiKeys, limits, versions } = parts;
  request.caller = await countingRefusals(arrival, limits, async () => {
    await apiKeys.arrivalOfNew(request);
    return apiKeys.authenticate(request, operation);
  });
  const named = textOf(request.headers[headers.apiVersion]);
  void reply.header(headers.apiVersion, versions.versionOf(request.caller, named));
  await take(limits.ofCaller(request.caller, addressOf), reply);
  if (operation === operations.signIn && request.caller.type === 'publishable')
    await take(limits.ofSignIn(addressOf()), reply);
}

/**
 * The address is counted before auth is asked, the session once it is known: nobody makes up budgets by making up sessions,
 * and auth is not asked for an address whose credentials were refused too often a moment ago. Who acts for a merchant is
 * counted as its member, so that more sessions are no more requests.
 */
async function admitMember(arrival: Arrival, { dashboards, limits }: AdmissionParts): Promise<void> {
  const { request, reply, operation, addressOf } = arrival;
  const address = addressOf();
  await take(limits.ofDashboardAddress(address), reply);
  const refused = limits.ofRefusedAddress(address);
  if (refused !== undefined) await take(refused, reply);
  const session = await countingRefusals(arrival, limits, () => dashboards.sessionOf(request.headers, request.id));
  await take(limits.ofDashboardSession(session.sessionId), reply);
  const caller = dashboards.callerOf(session, request.headers, operation);
  if (caller.acting !== null) await take(limits.ofMember(caller.acting), reply);
  request.dashboard = caller;
}

async function admitAnonymous(
  { reply, operation, addressOf }: Arrival,
  { dashboards, limits }: AdmissionParts,
): Promise<void> {
  await take(limits.ofDashboardAddress(addressOf()), reply);
  if (operation === operations.signInToDashboard) await take(limits.ofSignIn(addressOf()), reply);
  dashboards.checkReachable();
}

/** A refused credential is counted against the address it came from, and never against a merchant. */
async function countingRefusals<Holder>(
  { reply, addressOf }: Arrival,
  limits: RateLimits,
  authenticate: () => Promise<Holder>,
): Promise<Holder> {
  try {
    return await authenticate();
  } catch (error) {
    if (isRefusal(error)) await take(limits.ofAddress(addressOf()), reply);
    throw error;
  }
}

/** Whether the credential was at fault, and not that nobody could say. */
function isRefusal(error: unknown): boolean {
  return error instanceof PaygateError && [401, 403].includes(errorCatalogue[error.code].status);
}

async function take(allowance: Allowance | Promise<Allowance>, reply: FastifyReply): Promise<void> {
  const { headers: told, refusal } = await allowance;
  void reply.headers(told);
  if (refusal !== undefined) throw refusal;
}
