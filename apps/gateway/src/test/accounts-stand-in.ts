import { Controller } from '@nestjs/common';
import type {
  BeginPasswordReset,
  PasswordReset,
  PasswordResetBegun,
  RegisteredUser,
  RegisterUser,
  RegistrationBegun,
  Reply,
  ResetPassword,
} from '@paygate/contracts';
import {
  accept,
  beginPasswordReset,
  confirmRegistration,
  deniedTokensTable,
  registerUser,
  resetPassword,
} from '@paygate/contracts';
import { HandleCommand, UnitOfWork } from '@paygate/messaging';
import { newId, Sealer } from '@paygate/platform';
import { Silence } from './silence.js';

const LATER = '2199-01-01T00:00:00.000Z';
const terms = {
  ...{ destination: '********01', codeLength: 6, sendsRemaining: 4 },
  ...{ expiresAt: LATER, resendAvailableAt: LATER },
};

/** Registrations and resets as auth answers them, for whoever asks. */
@Controller()
export class AccountsCommands {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly sealer: Sealer,
    private readonly silence: Silence,
  ) {}

  @HandleCommand(registerUser)
  async register({ phoneNumber, password }: RegisterUser): Promise<Reply<RegistrationBegun>> {
    await this.silence.broken();
    this.sealer.open(phoneNumber, 'register-user.phone');
    this.sealer.open(password, 'register-user.password');
    return accept({ registrationId: newId('registration'), ...terms });
  }

  @HandleCommand(confirmRegistration)
  async confirm(): Promise<Reply<RegisteredUser>> {
    await this.silence.broken();
    const phoneNumber = this.sealer.seal('gateway', '+237670000001', 'registered-user.phone');
    return accept({ userId: newId('user'), phoneNumber, roles: ['USER'] });
  }

  @HandleCommand(beginPasswordReset)
  async forgot({ phoneNumber }: BeginPasswordReset): Promise<Reply<PasswordResetBegun>> {
    await this.silence.broken();
    this.sealer.open(phoneNumber, 'password-reset.phone');
    return accept({ resetId: newId('passwordReset'), ...terms });
  }

  @HandleCommand(resetPassword)
  async reset({ password }: ResetPassword): Promise<Reply<PasswordReset>> {
    await this.silence.broken();
    this.sealer.open(password, 'password-reset.password');
    const [userId, issuedUntil] = [newId('user'), new Date().toISOString()];
    await this.unitOfWork.run((tx) => {
      tx.putRow(deniedTokensTable, { subject: userId, version: 1, issuedUntil, expiresAt: LATER });
      return Promise.resolve();
    });
    return accept({ userId, issuedUntil });
  }
}
