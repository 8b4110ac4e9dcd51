import { buildIndex } from '@paygate/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The refunds of an account in a day, which its limit counts. */
export class FindRefundsOfDay1796260054000 implements MigrationInterface {
  readonly name = 'FindRefundsOfDay1796260054000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, {
      name: 'refund_of_day',
      table: 'refund',
      definition: '(merchant_id, ledger, created_at)',
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX refund_of_day');
  }
}
