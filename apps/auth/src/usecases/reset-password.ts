import { Injectable } from '@nestjs/common';
import type { PasswordReset, PhoneCodeChecked, Reply, Sealed } from '@paygate/contracts';
import { refuse } from '@paygate/contracts';
import { isWeakPassword } from '../domain/password-policy.js';
import type { PendingRequest } from '../idempotency/idempotent-requests.js';
import type { HashNewPassword } from '../sign-in/new-passwords.js';
import { NewPasswords } from '../sign-in/new-passwords.js';
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

/**
 * Changes the password of a user whose code is right. A wrong code costs no hash, a weak password no check, and an id that
 * nobody was given no place.
 */
@Injectable()
export class ResetPassword {
  constructor(
    private readonly resets: PasswordResetsRepository,
    private readonly newPasswords: NewPasswords,
    private readonly phoneCodes: PhoneCodes,
    private readonly use: ResetUse,
  ) {}

  async execute(wanted: NewPassword, request: PendingRequest<PasswordReset>): Promise<Reply<PasswordReset>> {
    const { resetId: id, merchantId, mode, password } = wanted;
    const reset = await this.resets.find({ id, merchantId, mode });
    if (isWeakPassword(password, reset?.phoneNumber)) return refuse('password_weak', { param: 'password' });
    if (reset === undefined) return this.#refuseUnknown(wanted, request);
    return this.newPasswords.admit((hash) => this.#change(wanted, reset, request, hash));
  }

  /** The same check and the same answer as for a wrong code of an id that is known. */
  async #refuseUnknown(wanted: NewPassword, request: PendingRequest<PasswordReset>): Promise<Reply<never>> {
    const checked = await this.#check(wanted, request);
    return checked.ok ? refuse('otp_invalid') : checked;
  }

  async #change(
    wanted: NewPassword,
    reset: WaitingReset,
    request: PendingRequest<PasswordReset>,
    hash: HashNewPassword,
  ): Promise<Reply<PasswordReset>> {
    const checked = await this.#check(wanted, request);
    if (!checked.ok) return checked;
    const { password, caller } = wanted;
    return this.use.execute(request, { reset, passwordHash: await hash(password), actor: caller.apiKeyId });
  }

  #check(wanted: NewPassword, { message }: PendingRequest<PasswordReset>): Promise<Reply<PhoneCodeChecked>> {
    const claim = { claimId: wanted.resetId, purpose: 'password_reset' } as const;
    return this.phoneCodes.check(claim, wanted.otp, wanted, message);
  }
}
