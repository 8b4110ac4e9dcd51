import type { CurrentDashboardSession } from '@paygate/api-types';
import type { QueryClient } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { actAs, acting } from './acting.js';
import { ApiError, call } from './client.js';

export type Member = NonNullable<CurrentDashboardSession['acting']>;
export type MemberScope = Member['scopes'][number];
const UNAUTHENTICATED = 401;

/** A session with the membership in which it acts. */
export interface Session extends CurrentDashboardSession {
  readonly acting: Member;
}

/** The session of the browser's cookie for the account and mode of this tab, or the last known one without a connection; null without one. */
export async function currentSession(queries: QueryClient): Promise<Session | null> {
  const queryKey = [acting().merchantId, acting().mode, 'session'];
  try {
    return await queries.query({ queryKey, queryFn: readSession, staleTime: 10_000 });
  } catch (error) {
    // without a connection the app stays as it is
    const known = queries.getQueryData<Session | null>(queryKey);
    if (error instanceof ApiError && error.status === 0 && known) return known;
    throw error;
  }
}

async function readSession(): Promise<Session | null> {
  try {
    const { acting: member, ...session } = await call('GET /dashboard/sessions/current', {});
    if (member !== null) return { ...session, acting: member };
    const [first] = session.merchants;
    if (first === undefined) throw new ApiError(0, null);
    actAs({ merchantId: first.id });
    return await readSession();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === UNAUTHENTICATED) return null;
    if (error.problem?.code !== 'merchant_not_found' || acting().merchantId === undefined) throw error;
    // of somebody who was signed in here before
    actAs({ merchantId: undefined });
    return await readSession();
  }
}

const SessionContext = createContext<Session | null>(null);
export const SessionProvider = SessionContext.Provider;

/** The session of a page behind the sign-in. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new TypeError('the page is outside the sign-in');
  return session;
}

/** Says whether the member's role includes a scope in this mode. The API decides; a page hides what it would refuse. */
export function useMay(scope: MemberScope): boolean {
  return useSession().acting.scopes.includes(scope);
}
