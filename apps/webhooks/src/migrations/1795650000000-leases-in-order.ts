import { buildIndex } from '@paygate/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The leases of ordered endpoints. Not an index of `leased_by`: an update of a column that an index uses writes to every index of
 * the row, which each delivery of other endpoints would pay for.
 */
export class LeasesInOrder1795650000000 implements MigrationInterface {
  readonly name = 'LeasesInOrder1795650000000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE webhook_delivery ADD COLUMN IF NOT EXISTS leased_in_order boolean NOT NULL DEFAULT false',
    );
    await buildIndex(runner, {
      name: 'webhook_delivery_leased',
      table: 'webhook_delivery',
      definition: '(endpoint_id) WHERE leased_in_order',
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE webhook_delivery DROP COLUMN leased_in_order');
  }
}
