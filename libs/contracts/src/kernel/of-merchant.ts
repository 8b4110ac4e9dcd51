import { IsId, IsMode } from '../schema/fields.js';
import type { Mode } from '../vocabulary/modes.js';

/** A request about what belongs to one merchant in one mode. */
export class OfMerchant {
  @IsId('merchant') merchantId!: string;
  @IsMode() mode!: Mode;
}
