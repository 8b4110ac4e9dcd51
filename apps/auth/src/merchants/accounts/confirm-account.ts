import { Injectable } from '@nestjs/common';
import type { Reply } from '@paygate/contracts';
import { refuse } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { plainEmail } from '../../plain-email.js';
import { MemberPasswordCheck } from '../members/sessions/member-password-check.js';
import { NewPasswords } from '../../passwords/new-passwords.js';
import { isWeakPassword } from '../../passwords/password-policy.js';
import { AccountAdmission } from './account-admission.js';
import { AccountOpening } from './account-opening.js';
import type { OpenedAccount } from './new-accounts.js';

export interface AccountConfirmation {
  readonly tokenHash: string;
  /** The name of the owner. */
  readonly name: string;
  readonly password: string;
  /** The client's IP address. */
  readonly address: string;
}

/**
 * Opens the account of a mailed token. The password is chosen with the token: chosen with the sign-up, it would be that of
 * whoever signed up with somebody else's address. A person who has a password presents it, protected like a sign-in.
 */
@Injectable()
export class ConfirmAccount {
  constructor(
    private readonly admission: AccountAdmission,
    private readonly newPasswords: NewPasswords,
    private readonly passwords: MemberPasswordCheck,
    private readonly opening: AccountOpening,
  ) {}

  async confirm(
    { tokenHash, name, password, address }: AccountConfirmation,
    message: Received<unknown>,
  ): Promise<Reply<OpenedAccount>> {
    const found = await this.admission.find(tokenHash);
    if (found === undefined) return refuse('mail_token_invalid');
    const { claim, passwordHash } = found;
    if (passwordHash !== null)
      return this.passwords.checkEmail(claim.email, { password, address }, ({ person, recordSuccess }) =>
        this.opening.open({ claim, name, passwordHash: person.passwordHash, recordSuccess }, message),
      );
    if (isWeakPassword(password, undefined) || plainEmail(password) === claim.email)
      return refuse('password_weak', { param: 'password' });
    return this.newPasswords.admit(async (hash) => {
      const newPassword = { hash: await hash(password), address };
      return this.opening.open({ claim, name, passwordHash, newPassword }, message);
    });
  }
}
