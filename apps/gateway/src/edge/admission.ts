import type { Operation } from '@paygate/contracts';
import { errorCatalogue, headers } from '@paygate/contracts';
import { addressGroup, PaygateError } from '@paygate/platform';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiKeys } from '../credentials/api-keys.js';
import type { Caller } from '../credentials/caller.js';
import type { DashboardSessions } from '../credentials/dashboard-sessions.js';
import { textOf } from '../credentials/credential-headers.js';
import type { VersionPins } from '../credentials/version-pins.js';
import type { RateLimits } from '../rate-limits/rate-limits.js';
import type { Proxies } from './proxies.js';
import { idempotencyKeyOf } from '../idempotency.js';
import { operationOf } from './routes.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; null before the key has been verified, and on routes that ask for none. */
    caller: Caller | null;
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
  fastify.decorateRequest('dashboard', null);
  fastify.addHook('onRequest', async (request, reply) => {
    const operation = operationOf(request.method, request.routeOptions.url);
    if (operation === undefined || operation.key === 'none') return;
    const addressOf = (): string => addressGroup(parts.proxies.clientOf(request.raw));
    const arrival = { request, reply, operation, addressOf };
    if (parts.dashboards.areFor(operation, request.headers)) await admitMember(arrival, parts);
    else if (operation.key === 'stranger') await admitStranger(arrival, parts);
    else await admitKey(arrival, parts);
    // even where the effect is idempotent by itself: whoever sends a key learns that it is none
    if (operation.method === 'POST') idempotencyKeyOf(request.headers);
  });
}

/** A refused key is counted against the address it came from, and never against a merchant. */
async function admitKey({ request, reply, operation, addressOf }: Arrival, parts: AdmissionParts): Promise<void> {
  const { apiKeys, limits, versions } = parts;
  try {
    await apiKeys.arrivalOfNew(request.headers);
    request.caller = apiKeys.authenticate(request.headers, operation);
  } catch (error) {
    if (isRefusal(error)) await take(limits.ofAddress(addressOf()), reply);
    throw error;
  }
  const named = textOf(request.headers[headers.apiVersion]);
  void reply.header(headers.apiVersion, versions.versionOf(request.caller, named));
  await take(limits.ofCaller(request.caller, addressOf), reply);
}

/**
 * The address is counted before auth is asked, the session once it is known: nobody makes up budgets by making up sessions.
 * Who acts for a merchant is counted as its member, so that more sessions are no more requests.
 */
async function admitMember(
  { request, reply, operation, addressOf }: Arrival,
  { dashboards, limits }: AdmissionParts,
): Promise<void> {
  await take(limits.ofDashboardAddress(addressOf()), reply);
  const session = await dashboards.sessionOf(request.headers, request.id);
  await take(limits.ofDashboardSession(session.sessionId), reply);
  const caller = dashboards.callerOf(session, request.headers, operation);
  if (caller.acting !== null) await take(limits.ofMember(caller.acting), reply);
  request.dashboard = caller;
}

async function admitStranger({ reply, addressOf }: Arrival, { dashboards, limits }: AdmissionParts): Promise<void> {
  await take(limits.ofDashboardAddress(addressOf()), reply);
  dashboards.checkReachable();
}

/** Whether the key was at fault, and not that nobody could say. */
function isRefusal(error: unknown): boolean {
  return error instanceof PaygateError && [401, 403].includes(errorCatalogue[error.code].status);
}

async function take(allowance: ReturnType<RateLimits['ofAddress']>, reply: FastifyReply): Promise<void> {
  const { headers: told, refusal } = await allowance;
  void reply.headers(told);
  if (refusal !== undefined) throw refusal;
}
