import { Injectable } from '@nestjs/common';
import type { Mode, Reply } from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import { Database } from '@paygate/platform';
import type { PhoneNumber } from '../domain/phone-number.js';
import { parsePhoneNumber } from '../domain/phone-number.js';
import type { AdmittedAttempt } from '../sign-in/sign-in-throttle.js';
import { SignInThrottle } from '../sign-in/sign-in-throttle.js';
import { UserTokens } from '../user-tokens.js';
import { UsersRepository } from '../users.repository.js';
import { Vault } from '../vault.js';

export interface Credentials {
  /** The merchant at which the user signs in. */
  readonly merchantId: string;
  readonly mode: Mode;
  /** The customer's IP address; undefined where a merchant's server signs its users in. */
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
 * Checks a phone number and a password, and signs a token. An unknown number takes the same steps and gets the same answer as
 * a wrong password.
 */
@Injectable()
export class SignIn {
  constructor(
    private readonly throttle: SignInThrottle,
    private readonly database: Database,
    private readonly users: UsersRepository,
    private readonly tokens: UserTokens,
    private readonly vault: Vault,
  ) {}

  async execute(credentials: Credentials): Promise<Reply<SignedInUser>> {
    const { mode, address } = credentials;
    const phoneNumber = parsePhoneNumber(credentials.phoneNumber);
    // no account can have it, which the client can tell by itself
    if (phoneNumber === undefined) return refuse('credentials_invalid');
    const accountIndex = this.vault.phoneIndex(mode, phoneNumber);
    const network = address === undefined ? undefined : this.vault.networkIndex(accountIndex, address);
    return this.throttle.guard({ mode, accountIndex, network }, (attempt) =>
      this.#check({ ...credentials, phoneNumber, phoneIndex: accountIndex }, attempt),
    );
  }

  async #check(
    {
      merchantId,
      mode,
      password,
      phoneNumber,
      phoneIndex,
    }: Credentials & { readonly phoneNumber: PhoneNumber; readonly phoneIndex: Buffer },
    attempt: AdmittedAttempt,
  ): Promise<Reply<SignedInUser>> {
    const user = await this.users.findByPhone(mode, phoneIndex);
    const isRight = await attempt.matches(password, user?.passwordHash);
    if (user === undefined || !isRight) return refuse('credentials_invalid');
    const { token, expiresAt } = await this.tokens.issue({ userId: user.id, mode, merchantId });
    return this.database.transaction(async (tx) => {
      // a change of the password in the meantime would not end this token
      if (!(await this.users.hasPassword(tx, user))) return refuse('credentials_invalid');
      await attempt.recordSuccess(tx);
      return accept({ userId: user.id, token, phoneNumber, expiresAt });
    });
  }
}
