import { Injectable } from '@nestjs/common';
import type { PasswordReset, PhoneCodeChecked, Reply, Sealed } from '@paygate/contracts';
import { refuse } from '@paygate/contracts';
import type { PendingRequest } from '../../../idempotency/idempotent-requests.js';
import { NewPasswords } from '../../../passwords/new-passwords.js';
import { isWeakPassword } from '../../../passwords/password-policy.js';
import type { CodeRequester } from '../phone-codes.js';
import { PhoneCodes } from '../phone-codes.js';
import { PhoneClaimsRepository } from '../phone-claims.repository.js';
import { ResetCompletion } from './reset-completion.js';

export interface NewPassword extends CodeRequester {
  readonly resetId: string;
  /** Sealed for otp. */
  readonly otp: Sealed;
  readonly password: string;
}

/** Changes the password of a user whose code is right. A wrong code costs no hash, a weak password no check, an unknown id no slot. */
@Injectable()
export class ResetPassword {
  constructor(
    private readonly claims: PhoneClaimsRepository,
    private readonly newPasswords: NewPasswords,
    private readonly phoneCodes: PhoneCodes,
    private readonly completion: ResetCompletion,
  ) {}

  async reset(wanted: NewPassword, request: PendingRequest<PasswordReset>): Promise<Reply<PasswordReset>> {
    const { resetId: id, merchantId, mode, password, caller } = wanted;
    const reset = await this.claims.find({ id, purpose: 'password_reset', merchantId, mode });
    if (isWeakPassword(password, reset?.phoneNumber)) return refuse('password_weak', { param: 'password' });
    if (reset === undefined) return this.#refuseUnknown(wanted, request);
    return this.newPasswords.admit(async (hash) => {
      const checked = await this.#check(wanted, request);
      if (!checked.ok) return checked;
      return this.completion.complete(request, {
        reset,
        passwordHash: await hash(password),
        actor: caller.apiKeyId,
      });
    });
  }

  /** Takes the steps of a known id with a wrong code, and returns the same answer. */
  async #refuseUnknown(wanted: NewPassword, request: PendingRequest<PasswordReset>): Promise<Reply<never>> {
    const checked = await this.#check(wanted, request);
    return checked.ok ? refuse('otp_invalid') : checked;
  }

  #check(wanted: NewPassword, { message }: PendingRequest<PasswordReset>): Promise<Reply<PhoneCodeChecked>> {
    const claim = { claimId: wanted.resetId, purpose: 'password_reset' } as const;
    return this.phoneCodes.check(claim, wanted.otp, wanted, message);
  }
}
