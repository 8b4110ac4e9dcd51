import { Controller } from '@nestjs/common';
import type { DashboardSession, DashboardSessionEnded, Reply, SignedInToDashboard } from '@paygate/contracts';
import * as contract from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleCommand } from '@paygate/messaging';
import { Sealer } from '@paygate/platform';
import { plainEmail } from '../member.js';
import { MemberSeals } from '../member.view.js';
import { CheckDashboardSession } from './check-dashboard-session.js';
import { DashboardSessionsRepository } from './dashboard-sessions.repository.js';
import { SignInToDashboard } from './sign-in-to-dashboard.js';

/** Commands about sessions of the dashboard. Sealed fields are opened and made here. */
@Controller()
export class DashboardCommands {
  readonly #seals: MemberSeals;

  constructor(
    private readonly signIn: SignInToDashboard,
    private readonly checking: CheckDashboardSession,
    private readonly sessions: DashboardSessionsRepository,
    private readonly sealer: Sealer,
  ) {
    this.#seals = new MemberSeals(sealer, 'gateway');
  }

  @HandleCommand(contract.signInToDashboard)
  async begin(
    { email, password, address, code }: contract.SignInToDashboardCommand,
    { requestId }: Received<contract.SignInToDashboardCommand>,
  ): Promise<Reply<SignedInToDashboard>> {
    const credentials = {
      email: plainEmail(this.sealer.open(email, 'dashboard.email')),
      password: this.sealer.open(password, 'dashboard.password'),
      address: this.sealer.open(address, 'dashboard.address'),
      code: code === undefined ? undefined : this.sealer.open(code, 'dashboard.code'),
    };
    const reply = await this.signIn.signIn(credentials, requestId);
    if (!reply.ok) return reply;
    const token = this.sealer.seal('gateway', reply.data.token, 'dashboard.token');
    return { ...reply, data: Object.assign(this.#seals.session(reply.data), { token }) };
  }

  @HandleCommand(contract.checkDashboardSession)
  async check({ tokenHash }: contract.CheckDashboardSessionCommand): Promise<Reply<DashboardSession>> {
    const reply = await this.checking.check(tokenHash);
    return reply.ok ? { ...reply, data: this.#seals.session(reply.data) } : reply;
  }

  /** The session ends at every gateway, because each gateway checks every request here. */
  @HandleCommand(contract.endDashboardSession)
  async end({ sessionId, actorSessionId }: contract.EndDashboardSessionCommand): Promise<Reply<DashboardSessionEnded>> {
    if (actorSessionId === undefined) await this.sessions.end(sessionId);
    else if (!(await this.sessions.endOther(sessionId, actorSessionId))) return contract.refuse('session_not_found');
    return contract.accept({ sessionId });
  }

  @HandleCommand(contract.listDashboardSessions)
  async list({ sessionId }: contract.ListDashboardSessionsCommand): Promise<Reply<contract.DashboardSessionsListed>> {
    const sessions = (await this.sessions.list(sessionId)).map(({ id, createdAt, seenAt, expiresAt }) => ({
      ...{ sessionId: id, createdAt: createdAt.toISOString() },
      ...{ seenAt: seenAt.toISOString(), expiresAt: expiresAt.toISOString() },
    }));
    return contract.accept({ sessions });
  }
}
