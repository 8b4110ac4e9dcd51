import { Injectable } from '@nestjs/common';
import type { PasswordResetBegun, Reply } from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import { parsePhoneNumber } from '../../phone-number.js';
import type { PendingRequest } from '../../idempotency/idempotent-requests.js';
import { IdempotentRequests } from '../../idempotency/idempotent-requests.js';
import { PasswordResetsRepository } from './password-resets.repository.js';
import type { MessageRequester } from '../phone-codes.js';
import { PhoneCodes } from '../phone-codes.js';

export interface ForgottenPassword extends MessageRequester {
  readonly phoneNumber: string;
}

/** Begins a reset, of a number that is nobody's like of any other: only that no code is sent there, and none works. */
@Injectable()
export class BeginPasswordReset {
  constructor(
    private readonly phoneCodes: PhoneCodes,
    private readonly resets: PasswordResetsRepository,
    private readonly requests: IdempotentRequests,
  ) {}

  async execute(
    forgotten: ForgottenPassword,
    request: PendingRequest<PasswordResetBegun>,
  ): Promise<Reply<PasswordResetBegun>> {
    const { merchantId, mode } = forgotten;
    const phoneNumber = parsePhoneNumber(forgotten.phoneNumber);
    if (phoneNumber === undefined) return refuse('phone_invalid', { param: 'phoneNumber' });
    const id = request.claimId('passwordReset');
    const claim = { claimId: id, purpose: 'password_reset' } as const;
    const sent = await this.phoneCodes.send(claim, phoneNumber, forgotten, request.message);
    if (!sent.ok) return sent;
    return this.requests.commit(request, async (tx) => {
      await this.resets.insert(tx, { id, merchantId, mode, phoneNumber });
      return accept(Object.assign({ resetId: id }, sent.data));
    });
  }
}
