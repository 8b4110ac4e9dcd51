import { defineEvent } from '../kernel/message.js';
import { OfMerchant } from '../kernel/of-merchant.js';
import { eventStreams } from '../kernel/streams.js';
import { IsListOf, IsText } from '../schema/fields.js';
import { KeyWorkView } from './api-key-bodies.js';

/** The most objects that one event names. */
export const KEY_WORK_EVENT_MAX = 500;

/** What a revoked API key made has to end. */
export class KeyWorkEnded extends OfMerchant {
  /** The requester of the revocation, for the audit trail. */
  @IsText(128, 1) actor!: string;
  @IsListOf(() => KeyWorkView, KEY_WORK_EVENT_MAX, 1) work!: KeyWorkView[];
}
/** Each service ends what it owns of it. Keys have ended already. */
export const keyWorkEnded = defineEvent({
  type: 'api-key.work-ended',
  stream: eventStreams.auth,
  payload: KeyWorkEnded,
  key: (payload) => payload.merchantId,
});
