import { buildIndex } from '@paygate/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const indexes = [
  // the row of each batch that is sent next
  { name: 'payout_batch_row_next', table: 'payout_batch_row', definition: `(batch_id, due_at) WHERE state = 'placed'` },
  { name: 'payout_batch_row_on_way', table: 'payout_batch_row', definition: `(batch_id) WHERE state = 'released'` },
  { name: 'payout_batch_processing', table: 'payout_batch', definition: `(batch_id) WHERE state = 'processing'` },
  // what waits for an approval, and what was approved in a day
  {
    name: 'payout_batch_waiting',
    table: 'payout_batch',
    definition: `(merchant_id, ledger) WHERE state IN ('draft', 'ready')`,
  },
  {
    name: 'payout_batch_approved',
    table: 'payout_batch',
    definition: '(merchant_id, ledger, approved_at) WHERE approved_at IS NOT NULL',
  },
] as const;

/** Indexes for the frequent searches of batches, without those that have ended. */
export class FindDueRows1796440200100 implements MigrationInterface {
  readonly name = 'FindDueRows1796440200100';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const index of indexes) await buildIndex(runner, index);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of indexes) await runner.query(`DROP INDEX ${name}`);
  }
}
