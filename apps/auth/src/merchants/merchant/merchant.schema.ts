import { EntitySchema } from 'typeorm';
import type { Merchant } from './merchant.js';

export const merchantSchema = new EntitySchema<Merchant>({
  name: 'Merchant',
  tableName: 'merchant',
  columns: {
    id: { type: 'text', primary: true },
    name: { type: 'text' },
    active: { type: 'boolean' },
    liveActive: { type: 'boolean', name: 'live_active' },
    wasLive: { type: 'boolean', name: 'was_live' },
    customerSignIn: { type: 'text', name: 'customer_sign_in' },
    otherPhones: { type: 'boolean', name: 'other_phones' },
    guestPayments: { type: 'boolean', name: 'guest_payments' },
    phoneAsks: { type: 'boolean', name: 'phone_asks' },
    apiVersion: { type: 'text', name: 'api_version', nullable: true },
  },
});
