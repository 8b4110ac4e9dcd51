import { Controller } from '@nestjs/common';
import type { Reply } from '@paygate/contracts';
import * as contract from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleCommand } from '@paygate/messaging';
import { MemberSecrets } from '../member-secrets.js';
import { PeopleOfSessions } from '../sessions/people-of-sessions.js';
import { base32 } from './totp.js';
import type { FactorWithCodes } from './own-second-factor.js';
import { OwnSecondFactor } from './own-second-factor.js';
import { SecondFactorsRepository } from './second-factors.repository.js';

/** Commands of a signed-in person about the second factor. Sealed fields are opened and made here. */
@Controller()
export class SecondFactorCommands {
  constructor(
    private readonly own: OwnSecondFactor,
    private readonly factors: SecondFactorsRepository,
    private readonly people: PeopleOfSessions,
    private readonly secrets: MemberSecrets,
  ) {}

  @HandleCommand(contract.readSecondFactor)
  async read({ sessionId }: contract.ReadSecondFactorCommand): Promise<Reply<contract.SecondFactorState>> {
    const state = await this.factors.stateOf(sessionId);
    if (state === undefined) return refuse('token_invalid');
    const { enabledAt, recoveryCodesLeft } = state;
    return accept({ enabledAt: enabledAt?.toISOString() ?? null, recoveryCodesLeft });
  }

  @HandleCommand(contract.beginSecondFactor)
  begin(
    { sessionId, ...sealed }: contract.BeginSecondFactorCommand,
    message: Received<contract.BeginSecondFactorCommand>,
  ): Promise<Reply<contract.SecondFactorBegun>> {
    return this.people.run(sessionId, message, async (request) => {
      const reply = await this.own.begin(request, this.#shown(sealed));
      if (!reply.ok) return reply;
      const secret = this.secrets.sealer.seal('gateway', base32(reply.data), 'dashboard.second-factor');
      return accept({ secret });
    });
  }

  @HandleCommand(contract.confirmSecondFactor)
  confirm(
    { sessionId, code }: contract.ConfirmSecondFactorCommand,
    message: Received<contract.ConfirmSecondFactorCommand>,
  ): Promise<Reply<contract.SecondFactorConfirmed>> {
    const presented = { sessionId, code: this.secrets.open(code, 'dashboard.code') };
    return this.people.run(sessionId, message, async (request) => {
      return this.#sealed(await this.own.confirm(request, presented));
    });
  }

  @HandleCommand(contract.renewRecoveryCodes)
  renew(
    { sessionId, code }: contract.RenewRecoveryCodesCommand,
    message: Received<contract.RenewRecoveryCodesCommand>,
  ): Promise<Reply<contract.SecondFactorConfirmed>> {
    const presented = { sessionId, code: this.secrets.open(code, 'dashboard.code') };
    return this.people.run(sessionId, message, async (request) =>
      this.#sealed(await this.own.renewCodes(request, presented)),
    );
  }

  @HandleCommand(contract.disableSecondFactor)
  disable(
    { sessionId, code, ...sealed }: contract.DisableSecondFactorCommand,
    message: Received<contract.DisableSecondFactorCommand>,
  ): Promise<Reply<contract.SecondFactorDisabled>> {
    const shown = { ...this.#shown(sealed), code: this.secrets.open(code, 'dashboard.code') };
    return this.people.run(sessionId, message, (request) => this.own.disable(request, shown));
  }

  @HandleCommand(contract.proveOwner)
  prove(
    { sessionId, merchantId, code, orAdmin }: contract.ProveOwnerCommand,
    message: Received<contract.ProveOwnerCommand>,
  ): Promise<Reply<contract.OwnerProved>> {
    const shown = { merchantId, sessionId, code: this.secrets.open(code, 'dashboard.code'), orAdmin };
    return this.people.run(sessionId, message, (request) => this.own.prove(request, shown));
  }

  #shown({ password, address }: Pick<contract.BeginSecondFactorCommand, 'password' | 'address'>) {
    return {
      password: this.secrets.open(password, 'dashboard.password'),
      address: this.secrets.open(address, 'dashboard.address'),
    };
  }

  /** The answer that holds recovery codes, sealed for the gateway. */
  #sealed(reply: Reply<FactorWithCodes>): Reply<contract.SecondFactorConfirmed> {
    if (!reply.ok) return reply;
    const { enabledAt, recoveryCodes } = reply.data;
    const sealed = this.secrets.sealer.seal('gateway', recoveryCodes.join(' '), 'dashboard.recovery-codes');
    return accept({ enabledAt: enabledAt.toISOString(), recoveryCodes: sealed });
  }
}
