import { buildIndex } from '@paygate/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The payments that a rail has decided on a day, for its statement. */
export class FindDecidedPayments1796000010000 implements MigrationInterface {
  readonly name = 'FindDecidedPayments1796000010000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, {
      name: 'payment_decided',
      table: 'payment',
      definition: '(rail, decided_at, number) WHERE decided_at IS NOT NULL',
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX payment_decided');
  }
}
