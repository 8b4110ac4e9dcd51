import { IsAmount, IsCurrency, IsMaskedDestination, IsTimestamp } from '../schema/fields.js';
import type { Currency } from '../vocabulary/money.js';

/** The destination of payouts that an act is about. */
export class ActedDestination {
  @IsMaskedDestination() phoneMasked!: string;
  /** The time from which money may go there. */
  @IsTimestamp() usableAt!: string;
}

/** The payout that an act is about. */
export class ActedPayout {
  /** The debit of the balance, in minor units, the fee included. */
  @IsAmount() amount!: string;
  @IsCurrency() currency!: Currency;
  @IsMaskedDestination() phoneMasked!: string;
}
