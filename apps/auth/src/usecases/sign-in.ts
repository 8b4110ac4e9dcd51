import { Injectable } from '@nestjs/common';
import type { Mode, Reply } from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import { passwordMatches } from '@paygate/platform';
import type { Received } from '@paygate/messaging';
import type { PhoneNumber } from '../domain/phone-number.js';
import { parsePhoneNumber } from '../domain/phone-number.js';
import { SignInBrake } from '../sign-in-brake.js';
import { UserTokens } from '../user-tokens.js';
import { UsersRepository } from '../users.repository.js';
import { Vault } from '../vault.js';

export interface Credentials {
  /** The merchant at whom the user signs in. */
  readonly merchantId: string;
  readonly mode: Mode;
  readonly apiKeyId: string;
  /** The customer's IP address; undefined where a merchant's server asks for all its customers. */
  readonly address: string | undefined;
  readonly phoneNumber: string;
  readonly password: string;
}

export interface SignedInUser {
  readonly userId: string;
  readonly token: string;
  readonly phoneNumber: PhoneNumber;
  readonly expiresAt: Date;
}

/**
 * Checks a phone number and a password, and signs a token. A number nobody has goes the same way, statement by statement
 * and hash by hash, and gets the same answer as a wrong password.
 */
@Injectable()
export class SignIn {
  constructor(
    private readonly brake: SignInBrake,
    private readonly users: UsersRepository,
    private readonly tokens: UserTokens,
    private readonly vault: Vault,
  ) {}

  async execute(credentials: Credentials, message: Received<unknown>): Promise<Reply<SignedInUser>> {
    const { merchantId, mode, apiKeyId, address, password } = credentials;
    const phoneNumber = parsePhoneNumber(credentials.phoneNumber);
    // it cannot be anybody's, as its sender can see too
    if (phoneNumber === undefined) return refuse('credentials_invalid');

    const phoneIndex = this.vault.phoneIndex(mode, phoneNumber);
    const network = address === undefined ? undefined : this.vault.networkIndex(phoneIndex, address);
    const source = address === undefined ? undefined : this.vault.nameOfAddress(address);
    const caller = { apiKeyId, merchantId, mode, source };
    return this.brake.guard({ mode, phoneIndex, messageId: message.id, caller, network }, async (runHash) => {
      const user = await this.users.findByPhone(mode, phoneIndex);
      const right = await runHash((derive) => passwordMatches(password, user?.passwordHash, derive));
      if (user === undefined || !right) return refuse('credentials_invalid');
      const { token, expiresAt } = await this.tokens.issue({ userId: user.id, mode, merchantId });
      // a password that was changed meanwhile would have got a token that its change did not end
      if (!(await this.users.hasPassword(user))) return refuse('credentials_invalid');
      return accept({ userId: user.id, token, phoneNumber, expiresAt });
    });
  }
}
