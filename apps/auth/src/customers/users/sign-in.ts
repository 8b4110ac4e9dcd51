import { Injectable } from '@nestjs/common';
import type { Mode, Reply } from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import type { PhoneNumber } from '../../phone-number.js';
import { parsePhoneNumber } from '../../phone-number.js';
import type { AdmittedAttempt } from '../../throttle/sign-in-throttle.js';
import { SignInThrottle } from '../../throttle/sign-in-throttle.js';
import { UserTokenIssuer } from '../sessions/user-token-issuer.js';
import type { UserCredentials } from './users.repository.js';
import { UsersRepository } from './users.repository.js';
import { PersonalData } from '../../personal-data.js';

export interface SignInCredentials {
  /** The merchant at which the user signs in. */
  readonly merchantId: string;
  readonly mode: Mode;
  /** The customer's IP address; undefined where a merchant's server signs its users in. */
  readonly address: string | undefined;
  readonly phoneNumber: string;
  readonly password: string;
}

export interface UserWithToken {
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
    private readonly users: UsersRepository,
    private readonly tokens: UserTokenIssuer,
    private readonly personalData: PersonalData,
  ) {}

  async signIn(credentials: SignInCredentials): Promise<Reply<UserWithToken>> {
    const { mode, address } = credentials;
    const phoneNumber = parsePhoneNumber(credentials.phoneNumber);
    // no account can have this number, which is no secret
    if (phoneNumber === undefined) return refuse('credentials_invalid');
    const phoneIndexes = this.personalData.phoneIndexes(mode, phoneNumber);
    const [accountIndex] = phoneIndexes;
    return this.throttle.guard({ mode, accountIndex, address }, async (attempt) => {
      const user = await this.users.findByPhone(mode, phoneIndexes);
      const isRight = await attempt.matches(credentials.password, user?.passwordHash);
      return user === undefined || !isRight
        ? refuse('credentials_invalid')
        : this.#signIn(user, { ...credentials, phoneNumber }, attempt);
    });
  }

  async #signIn(
    user: UserCredentials,
    { mode, merchantId, phoneNumber }: SignInCredentials & { readonly phoneNumber: PhoneNumber },
    { recordSuccess }: AdmittedAttempt,
  ): Promise<Reply<UserWithToken>> {
    const { id: userId, sealedEmail } = user;
    const email = sealedEmail === null ? undefined : this.personalData.open(sealedEmail, 'end_user.email', userId);
    const contact = { phoneNumber, ...(email === undefined ? {} : { email }) };
    const { token, expiresAt } = await this.tokens.issue({ userId, mode, merchantId, contact });
    // a change of the password ends the tokens that were issued before it; one that was issued during it is not returned
    const isCurrent = await this.users.withPassword(user, recordSuccess);
    return isCurrent ? accept({ userId, token, phoneNumber, expiresAt }) : refuse('credentials_invalid');
  }
}
