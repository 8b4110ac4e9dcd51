import { defineEvent } from '../kernel/message.js';
import { eventStreams } from '../kernel/streams.js';
import { IsId, IsMode, IsText } from '../schema/fields.js';
import type { Mode } from '../vocabulary/modes.js';

export class UserRegistered {
  @IsId('user') userId!: string;
  @IsMode() mode!: Mode;
}
/** A user exists and may own wallets. */
export const userRegistered = defineEvent({
  type: 'user.registered',
  stream: eventStreams.auth,
  payload: UserRegistered,
  key: (payload) => payload.userId,
});

export class MerchantVersionPinned {
  @IsId('merchant') merchantId!: string;
  @IsText(32, 1) apiVersion!: string;
}
/** A merchant sent its first request: its events have this version from now on. */
export const merchantVersionPinned = defineEvent({
  type: 'merchant.version-pinned',
  stream: eventStreams.auth,
  payload: MerchantVersionPinned,
  key: (payload) => payload.merchantId,
});
