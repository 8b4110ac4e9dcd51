import { IsMaskedDestination, IsTimestamp } from '../schema/fields.js';

/** The destination of payouts that an act is about. */
export class ActedDestination {
  @IsMaskedDestination() phoneMasked!: string;
  /** The time from which money may go there. */
  @IsTimestamp() usableAt!: string;
}
