import { Injectable } from '@nestjs/common';
import { needsApiKey } from '@paygate/contracts';
import { RateLimits } from '../../rate-limits/rate-limits.js';
import { presentedCredentials } from '../credential-headers.js';
import { cookieSessionOf } from './dashboard-cookie.js';
import { DashboardSessionCheck } from './dashboard-session-check.js';
import type { IncomingRequest } from '../incoming-request.js';

const SESSION_BEGINNING = 'dsh_';

/** Authenticates members by their dashboard sessions, and counts requests of people who have no session yet. */
@Injectable()
export class DashboardStrategy {
  constructor(
    private readonly sessions: DashboardSessionCheck,
    private readonly limits: RateLimits,
  ) {}

  /** All operations of the dashboard, and a request without an API key where a session may replace it. */
  appliesTo({ operation, request }: IncomingRequest): boolean {
    if (!needsApiKey(operation)) return true;
    if (operation.takesSession !== true) return false;
    const { apiKeys, bearer } = presentedCredentials(request.headers);
    const hasToken = apiKeys.length === 0 && bearer?.startsWith(SESSION_BEGINNING) === true;
    return hasToken || cookieSessionOf(request.headers) !== undefined;
  }

  /** The address is counted before auth is asked: an address that invents sessions spends its own budget only. */
  async authenticate({ request, reply, operation, address }: IncomingRequest): Promise<void> {
    await this.limits.ofDashboard(address, reply);
    if (operation.key === 'anonymous') {
      if (operation.id === 'signInToDashboard') await this.limits.ofDashboardSignIn(address, reply);
      this.sessions.checkReachable();
      return;
    }
    const session = await this.sessions.sessionOf(request);
    const caller = this.sessions.callerOf(session, request.headers, operation);
    request.dashboard = caller;
    await this.limits.ofMember(caller, { operation, reply });
    this.sessions.checkRights(caller, operation);
  }
}
