import { errorCatalogue, headers } from '@paygate/contracts';
import { addressGroup, PaygateError } from '@paygate/platform';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ApiKeys } from '../credentials/api-keys.js';
import type { Caller } from '../credentials/caller.js';
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
  readonly limits: RateLimits;
  readonly proxies: Proxies;
  readonly versions: VersionPins;
}

/**
 * Admits a request to its operation before its body is read: a good key whose merchant has requests left. A refused key
 * is counted against the address it came from, and never against a merchant.
 */
export function admitCallers(fastify: FastifyInstance, { apiKeys, limits, proxies, versions }: AdmissionParts): void {
  fastify.decorateRequest('caller', null);
  fastify.addHook('onRequest', async (request, reply) => {
    const operation = operationOf(request.method, request.routeOptions.url);
    if (operation === undefined || operation.key === 'none') return;
    const addressOf = (): string => addressGroup(proxies.clientOf(request.raw));
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
    // even where the effect is idempotent by itself: whoever sends a key learns that it is none
    if (operation.method === 'POST') idempotencyKeyOf(request.headers);
  });
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
