import type { Mode } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import type { IntentsUnderTest } from '../intents-under-test.js';

export interface Paid {
  readonly payer: string | null;
  /** The phone as a customer of the merchant; none, as in payments of before. */
  readonly customer?: string;
  readonly phoneMasked?: string;
  readonly amount?: number;
  readonly refunded?: number;
  readonly reversed?: number;
  readonly currency?: string;
  readonly status?: 'COMPLETED' | 'FAILED' | 'PROCESSING';
  readonly merchant: string;
  readonly mode?: Mode;
  /** The minute of creation; a payment takes one. */
  readonly at?: number;
}

/** Payments by mobile money as they are once charged, a number of each kind, a second apart. */
export async function payIntents(
  { sql }: Pick<IntentsUnderTest, 'sql'>,
  paid: Paid,
  count = 1,
): Promise<readonly string[]> {
  const { payer, amount = 500, currency = 'XAF', status = 'COMPLETED', merchant, mode = 'test' } = paid;
  const { rows } = await sql.query<{ id: string }>(
    `INSERT INTO intent (id, merchant_id, mode, amount, currency, metadata, created_at, expires_at, status, charge_id,
       charge_token_id, payer_id, payment_method, operator, phone_masked, payer_phone_index, customer_id, charged_at, outcome_due_at, fee, net,
       amount_refunded, amount_reversed, reversal_turn, failure_code, failure_message, failure_next_step, terminal_event_id, event_sequence, version, updated_at,
       completed_at)
     SELECT id, $1, $2, $3::bigint, $4, '{}', moment, moment + interval '1 day', $5::text, 'ch_' || substr(id, 4), 'tok_' || id, $6::text,
       'mobile_money', 'mtn_momo', $11::text, 'i', $10::text, moment, moment + interval '1 year', CASE $5 WHEN 'COMPLETED' THEN 0 END,
       CASE $5 WHEN 'COMPLETED' THEN $3::bigint END, $9::bigint, $12::bigint, CASE WHEN $12::bigint > 0 THEN 1 ELSE 0 END, failed, failed, CASE $5 WHEN 'FAILED' THEN 'new_intent' END,
       CASE WHEN $5 <> 'PROCESSING' THEN 'evt_' || id END, 1, 1, moment,
       CASE $5 WHEN 'COMPLETED' THEN moment + interval '1 minute' END
     FROM unnest($7::text[]) WITH ORDINALITY AS given (id, n),
       LATERAL (SELECT timestamptz '2026-11-01' + $8::integer * interval '1 minute' + n * interval '1 second') AS t (moment),
       LATERAL (SELECT CASE $5 WHEN 'FAILED' THEN 'insufficient_funds' END) AS f (failed)
     RETURNING id`,
    [
      ...[merchant, mode, amount, currency, status, payer, Array.from({ length: count }, () => newId('intent'))],
      ...[paid.at ?? 0, paid.refunded ?? 0, paid.customer ?? null, paid.phoneMasked ?? '********01'],
      paid.reversed ?? 0,
    ],
  );
  return rows.map(({ id }) => id);
}
