import type { DashboardSession, MemberScope, Membership, Mode } from '@paygate/contracts';
import type { FastifyRequest } from 'fastify';

/** The membership and the mode in which a session acts. */
export interface Acting extends Membership {
  readonly mode: Mode;
  readonly scopes: readonly MemberScope[];
}

/** A member who is signed in to the dashboard. */
export interface DashboardCaller {
  readonly session: DashboardSession;
  /** Null when the session has several memberships, the request names none of them and the operation needs none. */
  readonly acting: Acting | null;
}

/** The session of an operation of the dashboard. */
export function dashboardOf({ dashboard }: FastifyRequest): DashboardCaller {
  if (dashboard === null) throw new TypeError('the request was admitted without a session');
  return dashboard;
}

/** The membership in which the session acts, for an operation that needs one. */
export function actingOf(request: FastifyRequest): Acting {
  const { acting } = dashboardOf(request);
  if (acting === null) throw new TypeError('the request was admitted without a membership');
  return acting;
}
