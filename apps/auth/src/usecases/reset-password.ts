import { Injectable } from '@nestjs/common';
import type { PasswordReset, Reply, Sealed } from '@paygate/contracts';
import { refuse } from '@paygate/contracts';
import { isWeakPassword } from '../domain/password-policy.js';
import type { AccountRequest } from '../account-answers.js';
import type { HashNewPassword } from '../new-passwords.js';
import { NewPasswords } from '../new-passwords.js';
import type { WaitingReset } from '../password-resets.repository.js';
import { PasswordResetsRepository } from '../password-resets.repository.js';
import { ResetUse } from '../reset-use.js';
import type { AccountAsker } from '../phone-codes.js';
import { PhoneCodes } from '../phone-codes.js';

export interface NewPassword extends AccountAsker {
  readonly resetId: string;
  /** Sealed for otp. */
  readonly otp: Sealed;
  readonly password: string;
}

/** Changes the password of a user whose code is right. A wrong code costs no hash, and a weak password no check. */
@Injectable()
export class ResetPassword {
  constructor(
    private readonly resets: PasswordResetsRepository,
    private readonly newPasswords: NewPasswords,
    private readonly phoneCodes: PhoneCodes,
    private readonly use: ResetUse,
  ) {}

  async execute(wanted: NewPassword, request: AccountRequest<PasswordReset>): Promise<Reply<PasswordReset>> {
    const { resetId: id, merchantId, mode, password } = wanted;
    const reset = await this.resets.find({ id, merchantId, mode });
    if (isWeakPassword(password, reset?.phoneNumber)) return refuse('password_weak', { param: 'password' });
    return this.newPasswords.admit(wanted, (hash) => this.#change(wanted, reset, request, hash));
  }

  async #change(
    wanted: NewPassword,
    reset: WaitingReset | undefined,
    request: AccountRequest<PasswordReset>,
    hash: HashNewPassword,
  ): Promise<Reply<PasswordReset>> {
    const { resetId: claimId, otp, password, caller } = wanted;
    const claim = { claimId, purpose: 'password_reset' } as const;
    const checked = await this.phoneCodes.check(claim, otp, wanted, request.message);
    if (!checked.ok) return checked;
    if (reset === undefined) return refuse('otp_invalid');
    return this.use.execute(request, { reset, passwordHash: await hash(password), actor: caller.apiKeyId });
  }
}
