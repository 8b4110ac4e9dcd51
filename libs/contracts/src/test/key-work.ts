import type { KeyWorkView } from '../api-keys/api-key-bodies.js';
import type { MerchantAction } from '../vocabulary/audit-actions.js';

/** An act of an API key that leaves something behind, the act that its service records when the key is revoked, and its state then. */
export interface KeyWorkCase extends Pick<KeyWorkView, 'object' | 'act'> {
  readonly acted: MerchantAction;
  readonly ended: MerchantAction;
  readonly state: 'deleted' | 'paused' | 'inactive' | 'off';
}

const endpoint = { object: 'webhook_endpoint', ended: 'webhook_endpoint.paused', state: 'paused' } as const;
const link = { object: 'payment_link', ended: 'payment_link.deactivated', state: 'inactive' } as const;

/** Every kind of work of a key outside of auth: auth lists it, and the service of its object ends it. */
export const keyWorkCases: readonly KeyWorkCase[] = [
  {
    ...endpoint,
    acted: 'webhook_endpoint.created',
    act: 'created',
    ended: 'webhook_endpoint.deleted',
    state: 'deleted',
  },
  { ...endpoint, acted: 'webhook_endpoint.changed', act: 'changed' },
  { ...endpoint, acted: 'webhook_endpoint.enabled', act: 'changed' },
  { ...endpoint, acted: 'webhook_endpoint.secret_rotated', act: 'secret_rotated' },
  { ...link, acted: 'payment_link.created', act: 'created' },
  { ...link, acted: 'payment_link.changed', act: 'changed' },
  { ...link, acted: 'payment_link.activated', act: 'activated' },
  {
    ...{ acted: 'payout_schedule.changed', object: 'payout_schedule', act: 'changed' },
    ...{ ended: 'payout_schedule.changed', state: 'off' },
  },
];
