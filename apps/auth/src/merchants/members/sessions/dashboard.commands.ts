import { Controller } from '@nestjs/common';
import type { DashboardSession, Reply, SignedInToDashboard } from '@paygate/contracts';
import * as contract from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleCommand } from '@paygate/messaging';
import { Sealer } from '@paygate/platform';
import { plainEmail } from '../../../plain-email.js';
import { MemberSeals } from '../member.view.js';
import { CheckDashboardSession } from './check-dashboard-session.js';
import { RefusedPasswords } from './refused-passwords.js';
import { SignInToDashboard } from './sign-in-to-dashboard.js';

/** Commands that begin and check sessions of the dashboard. Sealed fields are opened and made here. */
@Controller()
export class DashboardCommands {
  readonly #seals: MemberSeals;

  constructor(
    private readonly signIn: SignInToDashboard,
    private readonly checking: CheckDashboardSession,
    private readonly refused: RefusedPasswords,
    private readonly sealer: Sealer,
  ) {
    this.#seals = new MemberSeals(sealer, 'gateway');
  }

  @HandleCommand(contract.signInToDashboard)
  async begin(
    { email, password, address, code, device }: contract.SignInToDashboardCommand,
    { requestId }: Received<contract.SignInToDashboardCommand>,
  ): Promise<Reply<SignedInToDashboard>> {
    const credentials = {
      email: plainEmail(this.sealer.open(email, 'dashboard.email')),
      password: this.sealer.open(password, 'dashboard.password'),
      address: this.sealer.open(address, 'dashboard.address'),
      code: code === undefined ? undefined : this.sealer.open(code, 'dashboard.code'),
      device,
    };
    const reply = await this.signIn.signIn(credentials, requestId);
    if (!reply.ok) {
      // not awaited: the answer takes as long for an unknown address
      if (reply.code === 'credentials_invalid') void this.refused.atSignIn(credentials.email, requestId);
      return reply;
    }
    const token = this.sealer.seal('gateway', reply.data.token, 'dashboard.token');
    return { ...reply, data: Object.assign(this.#seals.session(reply.data), { token }) };
  }

  @HandleCommand(contract.checkDashboardSession)
  async check({ tokenHash }: contract.CheckDashboardSessionCommand): Promise<Reply<DashboardSession>> {
    const reply = await this.checking.check(tokenHash);
    return reply.ok ? { ...reply, data: this.#seals.session(reply.data) } : reply;
  }
}
