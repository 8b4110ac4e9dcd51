import { Injectable } from '@nestjs/common';
import type { Reply, Sealed } from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import type { PendingRequest } from '../../../idempotency/idempotent-requests.js';
import { IdempotentRequests } from '../../../idempotency/idempotent-requests.js';
import type { CodeRequester } from '../phone-codes.js';
import { PhoneCodes } from '../phone-codes.js';
import { NewUsers } from './new-users.js';
import { PhoneClaimsRepository } from '../phone-claims.repository.js';

export interface Confirmation extends CodeRequester {
  readonly registrationId: string;
  /** Sealed for otp. */
  readonly otp: Sealed;
}

export interface NewUser {
  readonly userId: string;
  readonly phoneNumber: string;
}

/**
 * Creates the user of a registration whose code is right. otp confirms a right code until it expires, so a request that failed
 * after the check can be repeated; the unique phone number decides that there is one user.
 */
@Injectable()
export class ConfirmRegistration {
  constructor(
    private readonly claims: PhoneClaimsRepository,
    private readonly phoneCodes: PhoneCodes,
    private readonly newUsers: NewUsers,
    private readonly requests: IdempotentRequests,
  ) {}

  async confirm(confirmation: Confirmation, request: PendingRequest<NewUser>): Promise<Reply<NewUser>> {
    const { registrationId: id, merchantId, mode, caller, otp } = confirmation;
    const purpose = 'registration';
    const registration = await this.claims.find({ id, purpose, merchantId, mode });
    const checked = await this.phoneCodes.check({ claimId: id, purpose }, otp, confirmation, request.message);
    if (!checked.ok) return checked;
    if (registration === undefined) return refuse('otp_invalid');
    const by = { actor: caller.apiKeyId, requestId: request.message.requestId };
    return this.requests.commit(request, async (tx) => {
      const userId = await this.newUsers.create(tx, registration, by);
      return userId === undefined ? refuse('otp_invalid') : accept({ userId, phoneNumber: registration.phoneNumber });
    });
  }
}
