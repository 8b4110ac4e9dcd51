import type { IncomingHttpHeaders } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import type { ApiKeyRow, DashboardSession, Membership, Mode, Operation } from '@paygate/contracts';
import { apiKeyTable, checkDashboardSession, headers, missingScope, scopesOfRole } from '@paygate/contracts';
import { CommandBus, Table, tableToken } from '@paygate/messaging';
import { PaygateError } from '@paygate/platform';
import type { FastifyRequest } from 'fastify';
import { GatewayConfig } from '../../config.js';
import { accepted } from '../../edge/answers.js';
import { presentedCredentials, textOf } from '../credential-headers.js';
import type { Acting, DashboardCaller } from './dashboard-caller.js';
import { checkOwnPage, cookieSessionOf } from './dashboard-cookie.js';
import { modeNamedIn } from '../named-mode.js';
import { expectedTokens, tokenInvalid } from '../tokens/expected-tokens.js';
import { OpaqueTokens } from '../tokens/opaque-tokens.js';

/**
 * Authenticates members of the dashboard by their sessions. Each request asks auth: there are few of them, and a sign-out, a
 * removal or a change of role takes effect at every gateway at once.
 */
@Injectable()
export class DashboardSessionCheck {
  constructor(
    private readonly bus: CommandBus,
    private readonly tokens: OpaqueTokens,
    private readonly config: GatewayConfig,
    @Inject(tableToken(apiKeyTable)) private readonly table: Table<ApiKeyRow>,
  ) {}

  /** Throws `service_unavailable` when nothing has come from auth for too long: a command would only time out. */
  checkReachable(): void {
    if (!this.table.fresh()) throw new PaygateError('service_unavailable');
  }

  /** The session of a request. Throws the PaygateError that refuses it. */
  async sessionOf(request: FastifyRequest): Promise<DashboardSession> {
    const cookie = cookieSessionOf(request.headers);
    if (cookie !== undefined) checkOwnPage(request, this.config);
    const token = cookie ?? presentedCredentials(request.headers).bearer;
    if (token === undefined) throw new PaygateError('token_missing', { param: headers.authorization });
    const tokenHash = this.tokens.hashOf('dashboardSession', token);
    if (tokenHash === undefined) throw tokenInvalid('dashboard');
    this.checkReachable();
    const known = await this.bus.send(checkDashboardSession, { tokenHash }, { requestId: request.id });
    return accepted(known, { token_invalid: expectedTokens.dashboard }).data;
  }

  /** The session as the caller of an operation. Throws the PaygateError that refuses it when it names no account of the session. */
  callerOf(
    session: DashboardSession,
    given: IncomingHttpHeaders,
    { scope }: Pick<Operation, 'scope'>,
  ): DashboardCaller {
    const membership = chosenOf(session, given, scope !== null);
    if (membership === undefined) return { session, acting: null };
    return { session, acting: actingAs(membership, modeNamedIn(given)) };
  }

  /** Checks that the account is active and that the role allows the operation. Throws `merchant_inactive` or `scope_missing`. */
  checkRights({ acting }: DashboardCaller, operation: Operation): void {
    if (acting === null || operation.scope === null) return;
    const { scopes, mode, merchantActive, liveActive } = acting;
    if (!merchantActive || (mode === 'live' && !liveActive)) throw new PaygateError('merchant_inactive');
    const scope = missingScope(operation, scopes);
    if (scope !== undefined) throw new PaygateError('scope_missing', { fields: { scope } });
  }
}

function chosenOf(
  { memberships }: DashboardSession,
  given: IncomingHttpHeaders,
  isNeeded: boolean,
): Membership | undefined {
  const wanted = textOf(given[headers.merchantId]);
  if (wanted !== undefined) {
    const chosen = memberships.find(({ merchantId }) => merchantId === wanted);
    // the account of others is answered like a missing one
    if (chosen === undefined) throw new PaygateError('merchant_not_found');
    return chosen;
  }
  if (memberships.length === 1) return memberships[0];
  if (!isNeeded) return undefined;
  const detail = 'The person has several accounts: choose one with x-merchant-id.';
  throw new PaygateError('parameter_missing', { param: headers.merchantId, detail });
}

function actingAs(membership: Membership, mode: Mode): Acting {
  return Object.assign({}, membership, { mode, scopes: scopesOfRole(membership.role, mode) });
}
