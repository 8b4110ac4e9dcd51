import type { EventFamily, Mode } from '@paygate/contracts';
import type { FastifyRequest } from 'fastify';
import { callerOf } from './caller.js';
import { actingOf } from './dashboard/dashboard-caller.js';

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

/** Families of events that the caller may not read; a member reads all that `events:read` admits. */
export function unreadableOf(request: FastifyRequest): readonly EventFamily[] {
  return request.dashboard === null ? callerOf(request).unreadable : [];
}

/** True when the caller may learn the phone of a payer (`payers:read`), and so whether a payer has a certain phone. */
export function readsPayers(request: FastifyRequest): boolean {
  return request.dashboard === null ? callerOf(request).readsPayers : actingOf(request).scopes.includes('payers:read');
}

/** An account, and the member or API key that acts for it. */
export interface ActingAccount extends Account {
  readonly actor: string;
}

/** The same with the id of the member or key, for commands whose effects the audit trail records. */
export function actingAccountOf(request: FastifyRequest): ActingAccount {
  const actor = request.dashboard === null ? callerOf(request).apiKeyId : actingOf(request).memberId;
  return { ...accountOf(request), actor };
}
