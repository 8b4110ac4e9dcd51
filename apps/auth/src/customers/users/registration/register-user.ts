import { Injectable } from '@nestjs/common';
import type { RegistrationBegun, Reply } from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import { isWeakPassword } from '../../../passwords/password-policy.js';
import type { PhoneNumber } from '../../../phone-number.js';
import { parsePhoneNumber } from '../../../phone-number.js';
import type { PendingRequest } from '../../../idempotency/idempotent-requests.js';
import { IdempotentRequests } from '../../../idempotency/idempotent-requests.js';
import { NewPasswords } from '../../../passwords/new-passwords.js';
import type { MessageRequester } from '../phone-codes.js';
import { PhoneCodes } from '../phone-codes.js';
import { PhoneClaimsRepository } from '../phone-claims.repository.js';

/** The fields of a registration, not validated yet. */
export interface WantedUser extends MessageRequester {
  readonly phoneNumber: string;
  readonly password: string;
  readonly email: string | undefined;
}

/**
 * Begins a registration. The code is sent first, because otp's waits and budgets stop a flood before it costs a hash. A number
 * that belongs to a user takes the same steps and gets the same answer; no code confirms its registration.
 */
@Injectable()
export class RegisterUser {
  constructor(
    private readonly newPasswords: NewPasswords,
    private readonly phoneCodes: PhoneCodes,
    private readonly claims: PhoneClaimsRepository,
    private readonly requests: IdempotentRequests,
  ) {}

  async register(wanted: WantedUser, request: PendingRequest<RegistrationBegun>): Promise<Reply<RegistrationBegun>> {
    const phoneNumber = parsePhoneNumber(wanted.phoneNumber);
    if (phoneNumber === undefined) return refuse('phone_invalid', { param: 'phoneNumber' });
    if (isWeakPassword(wanted.password, phoneNumber)) return refuse('password_weak', { param: 'password' });
    return this.newPasswords.admit((hash) =>
      this.#begin({ ...wanted, phoneNumber }, request, () => hash(wanted.password)),
    );
  }

  async #begin(
    wanted: WantedUser & { readonly phoneNumber: PhoneNumber },
    request: PendingRequest<RegistrationBegun>,
    hash: () => Promise<string>,
  ): Promise<Reply<RegistrationBegun>> {
    const { merchantId, mode, phoneNumber, email } = wanted;
    const id = request.claimId('registration');
    const claim = { claimId: id, purpose: 'registration' } as const;
    const sent = await this.phoneCodes.send(claim, phoneNumber, wanted, request.message);
    if (!sent.ok) return sent;
    const passwordHash = await hash();
    return this.requests.commit(request, async (tx) => {
      await this.claims.insert(tx, { id, purpose: 'registration', merchantId, mode, phoneNumber, email, passwordHash });
      return accept(Object.assign({ registrationId: id }, sent.data));
    });
  }
}
