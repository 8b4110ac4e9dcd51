import { Injectable } from '@nestjs/common';
import type { PasswordResetBegun, Reply } from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import { parsePhoneNumber } from '../../../phone-number.js';
import type { PendingRequest } from '../../../idempotency/idempotent-requests.js';
import { IdempotentRequests } from '../../../idempotency/idempotent-requests.js';
import { PhoneClaimsRepository } from '../phone-claims.repository.js';
import type { MessageRequester } from '../phone-codes.js';
import { PhoneCodes } from '../phone-codes.js';

export interface ForgottenPassword extends MessageRequester {
  readonly phoneNumber: string;
}

/** Begins a reset. An unknown number takes the same steps and gets the same answer, but no code is sent and none is accepted. */
@Injectable()
export class BeginPasswordReset {
  constructor(
    private readonly phoneCodes: PhoneCodes,
    private readonly claims: PhoneClaimsRepository,
    private readonly requests: IdempotentRequests,
  ) {}

  async begin(
    forgotten: ForgottenPassword,
    request: PendingRequest<PasswordResetBegun>,
  ): Promise<Reply<PasswordResetBegun>> {
    const { merchantId, mode } = forgotten;
    const phoneNumber = parsePhoneNumber(forgotten.phoneNumber);
    if (phoneNumber === undefined) return refuse('phone_invalid', { param: 'phoneNumber' });
    const id = request.claimId('passwordReset');
    const purpose = 'password_reset';
    const sent = await this.phoneCodes.send({ claimId: id, purpose }, phoneNumber, forgotten, request.message);
    if (!sent.ok) return sent;
    return this.requests.commit(request, async (tx) => {
      await this.claims.insert(tx, { id, purpose, merchantId, mode, phoneNumber });
      return accept(Object.assign({ resetId: id }, sent.data));
    });
  }
}
