import { textArray } from '@paygate/platform';
import { EntitySchema } from 'typeorm';
import type { EntitySchemaColumnOptions } from 'typeorm';
import type { Intent, Order, Progress } from './domain/intent.js';

type ColumnType = 'text' | 'bigint' | 'integer' | 'timestamptz';
type Columns<Part> = Readonly<Record<keyof Part, readonly [name: string, type: ColumnType]>>;

/** Columns of an {@link Order}. */
export const orderColumns: Columns<Order> = {
  id: ['id', 'text'],
  merchantId: ['merchant_id', 'text'],
  mode: ['mode', 'text'],
  amount: ['amount', 'bigint'],
  currency: ['currency', 'text'],
  description: ['description', 'text'],
  metadata: ['metadata', 'text'],
  reference: ['reference', 'text'],
  userId: ['user_id', 'text'],
  returnUrl: ['return_url', 'text'],
  cancelUrl: ['cancel_url', 'text'],
  createdAt: ['created_at', 'timestamptz'],
  expiresAt: ['expires_at', 'timestamptz'],
  extensibleUntil: ['extensible_until', 'timestamptz'],
  checkoutRetries: ['checkout_retries', 'integer'],
  retryOf: ['retry_of', 'text'],
  linkId: ['payment_link_id', 'text'],
  actor: ['actor', 'text'],
  tillId: ['till_id', 'text'],
};

/** Columns of a {@link Progress}. */
export const progressColumns: Columns<Progress> = {
  status: ['status', 'text'],
  nextAction: ['next_action', 'text'],
  nextActionUntil: ['next_action_until', 'timestamptz'],
  otpProgressAt: ['otp_progress_at', 'timestamptz'],
  extendedUntil: ['extended_until', 'timestamptz'],
  chargeId: ['charge_id', 'text'],
  chargeTokenId: ['charge_token_id', 'text'],
  payerId: ['payer_id', 'text'],
  paymentMethod: ['payment_method', 'text'],
  operator: ['operator', 'text'],
  phoneMasked: ['phone_masked', 'text'],
  payerPhoneIndex: ['payer_phone_index', 'text'],
  customerId: ['customer_id', 'text'],
  payerPhoneEnd: ['payer_phone_end', 'text'],
  chargedAt: ['charged_at', 'timestamptz'],
  providerReference: ['provider_reference', 'text'],
  outcomeDueAt: ['outcome_due_at', 'timestamptz'],
  fee: ['fee', 'bigint'],
  net: ['net', 'bigint'],
  amountRefunded: ['amount_refunded', 'bigint'],
  amountReversed: ['amount_reversed', 'bigint'],
  reversalTurn: ['reversal_turn', 'integer'],
  failureCode: ['failure_code', 'text'],
  failureMessage: ['failure_message', 'text'],
  failureNextStep: ['failure_next_step', 'text'],
  failureDecidedBy: ['failure_decided_by', 'text'],
  terminalEventId: ['terminal_event_id', 'text'],
  eventSequence: ['event_sequence', 'integer'],
  version: ['version', 'integer'],
  updatedAt: ['updated_at', 'timestamptz'],
  completedAt: ['completed_at', 'timestamptz'],
};

const columns = Object.entries({ ...orderColumns, ...progressColumns });

/** Row ↔ intent, for TypeORM's reads. Writes are SQL. */
export const IntentSchema = new EntitySchema<Intent>({
  name: 'intent',
  columns: Object.fromEntries(
    columns.map(([property, [name, type]]): [string, EntitySchemaColumnOptions] => [
      property,
      { name, type, primary: property === 'id', nullable: true },
    ]),
  ),
});

/** The same mapping for statements that name their columns: rows come out as intents. */
export const intentColumns = columns.map(([property, [name]]) => `${name} AS "${property}"`).join(', ');

/** A property of many intents as the array of its column's type. */
export function columnValues(intents: readonly Order[], property: keyof Order): unknown {
  const values = intents.map((intent) => columnValue(intent[property]));
  return orderColumns[property][1] === 'text' ? textArray(values as (string | null)[]) : values;
}

/** A property as a statement takes it: the driver prints a Date in the host's time zone, ISO is cheaper and unmistakable. */
export function columnValue(value: Intent[keyof Intent]): unknown {
  return value instanceof Date ? value.toISOString() : value;
}
