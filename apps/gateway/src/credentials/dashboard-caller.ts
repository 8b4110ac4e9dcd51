import type { DashboardSession, MemberScope, Membership, Mode } from '@paygate/contracts';
import type { FastifyRequest } from 'fastify';

/** As whom a session acts: one of its memberships, in one mode. */
export interface Acting extends Pick<Membership, 'memberId' | 'merchantId' | 'merchantName' | 'role' | 'name'> {
  readonly mode: Mode;
  readonly scopes: readonly MemberScope[];
}

/** Somebody who is signed in to the dashboard. */
export interface DashboardCaller {
  readonly session: DashboardSession;
  /** Null while the request chooses none of several accounts, where it needs none. */
  readonly acting: Acting | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose dashboard session the request carries; null before it has been verified, and where another credential did. */
    dashboard: DashboardCaller | null;
  }
}

/** Whose session an operation of the dashboard was let in with. */
export function dashboardOf({ dashboard }: FastifyRequest): DashboardCaller {
  if (dashboard === null) throw new TypeError('the request was admitted without a session');
  return dashboard;
}

/** As whom the caller acts in an operation that needs an account. */
export function actingOf(request: FastifyRequest): Acting {
  const { acting } = dashboardOf(request);
  if (acting === null) throw new TypeError('the request was admitted without an account');
  return acting;
}
