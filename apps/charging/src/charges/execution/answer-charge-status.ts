import { Injectable } from '@nestjs/common';
import type { ChargeRequested, ChargeStatus, Reply } from '@paygate/contracts';
import { accept } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import type { DecidedCharge } from '../charges.repository.js';
import { ChargesRepository } from '../charges.repository.js';
import { chargeFailedOf, chargeSucceededOf } from '../charges.view.js';
import { ExecuteCharges } from './execute-charges.js';

/** Returns the outcomes of charges, and settles those whose request never arrived. */
@Injectable()
export class AnswerChargeStatus {
  constructor(
    private readonly charges: ChargesRepository,
    private readonly executeCharges: ExecuteCharges,
  ) {}

  async answer(messages: readonly Received<ChargeRequested>[]): Promise<readonly Reply<ChargeStatus>[]> {
    const ids = messages.map(({ payload }) => payload.chargeId);
    let decided = await this.charges.decided(ids);
    const undecided = messages.filter(({ payload }) => !decided.has(payload.chargeId));
    if (undecided.length > 0) {
      await this.executeCharges.start(undecided);
      decided = await this.charges.decided(ids);
    }
    return messages.map(({ payload }) => accept(statusOf(payload, decided.get(payload.chargeId))));
  }
}

function statusOf(request: ChargeRequested, charge: DecidedCharge | undefined): ChargeStatus {
  const { chargeId } = request;
  if (charge === undefined) return { chargeId };
  const { decline, fee, settledAt, providerReference } = charge;
  const numbered = providerReference === null ? {} : { providerReference };
  return decline === null
    ? { chargeId, succeeded: Object.assign(chargeSucceededOf(request, fee, settledAt), numbered) }
    : { chargeId, failed: Object.assign(chargeFailedOf(request, decline, { occurredAt: settledAt }), numbered) };
}
