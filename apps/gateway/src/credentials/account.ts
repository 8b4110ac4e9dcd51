import type { Mode } from '@paygate/contracts';
import type { FastifyRequest } from 'fastify';
import { callerOf } from './caller.js';
import { actingOf } from './dashboard-caller.js';

/** A merchant in one mode. */
export interface Account {
  readonly merchantId: string;
  readonly mode: Mode;
}

/** The merchant and mode for which a request acts, whether an API key or a dashboard session authenticated it. */
export function accountOf(request: FastifyRequest): Account {
  const { merchantId, mode } = request.dashboard === null ? callerOf(request) : actingOf(request);
  return { merchantId, mode };
}
