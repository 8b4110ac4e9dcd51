import { infoOf } from '../kernel/derived.js';
import { IsId } from '../schema/fields.js';
import { ReversalView } from './reversal-bodies.js';

/** A booked reversal between services, as far as it concerns the merchant: its share, and not what nobody bears. */
export class Reversal extends infoOf(ReversalView, 'reversalId') {
  @IsId('merchant') merchantId!: string;
}
