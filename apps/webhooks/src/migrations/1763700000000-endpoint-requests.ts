import { idempotencyTableSql } from '@paygate/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the merchant's requests about endpoints need besides the endpoints. */
export class EndpointRequests1763700000000 implements MigrationInterface {
  readonly name = 'EndpointRequests1763700000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(idempotencyTableSql('idempotency_record'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE idempotency_record');
  }
}
