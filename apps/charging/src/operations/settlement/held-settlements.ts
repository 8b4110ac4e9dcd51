import { Injectable } from '@nestjs/common';
import type { Correction } from '@paygate/contracts';
import type { RailOperation } from '../operation.js';
import { PayoutSettlements } from './payout-settlements.js';
import { RefundSettlements } from './refund-settlements.js';
import type { Decision, Decline } from './settlements.repository.js';

/** Decides the operations whose money is held: refunds and payouts. */
@Injectable()
export class HeldSettlements {
  constructor(
    private readonly refunds: RefundSettlements,
    private readonly payouts: PayoutSettlements,
  ) {}

  succeed(operation: RailOperation, decision: Decision): Promise<boolean> {
    return this.#of(operation).succeed(operation, decision);
  }

  decline(operation: RailOperation, decline: Decline): Promise<boolean> {
    return this.#of(operation).decline(operation, decline);
  }

  correct(operation: RailOperation, correction: Correction): Promise<boolean> {
    return this.payouts.correct(operation, correction);
  }

  #of({ kind }: RailOperation): RefundSettlements | PayoutSettlements {
    return kind === 'payout' ? this.payouts : this.refunds;
  }
}
