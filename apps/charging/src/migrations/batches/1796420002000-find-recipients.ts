import { buildIndex } from '@paygate/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A number is one recipient of a merchant. */
export class FindRecipients1796420002000 implements MigrationInterface {
  readonly name = 'FindRecipients1796420002000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, {
      name: 'payout_destination_recipient_once',
      table: 'payout_destination',
      definition: `(merchant_id, ledger, rail, phone_index) WHERE kind = 'recipient'`,
      unique: 'wider: the version before makes no recipients',
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX payout_destination_recipient_once');
  }
}
