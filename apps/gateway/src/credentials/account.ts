import type { Mode } from '@paygate/contracts';
import type { FastifyRequest } from 'fastify';
import { callerOf } from './caller.js';
import { actingOf } from './dashboard-caller.js';

/** The merchant and mode for which a request acts, whether an API key or a dashboard session authenticated it. */
export function accountOf(request: FastifyRequest): { readonly merchantId: string; readonly mode: Mode } {
  const { merchantId, mode } = request.dashboard === null ? callerOf(request) : actingOf(request);
  return { merchantId, mode };
}
