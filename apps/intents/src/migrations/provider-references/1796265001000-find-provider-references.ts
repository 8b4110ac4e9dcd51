import { buildIndex } from '@paygate/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Payments by the operator's own number, of which letters, in capitals, and digits are compared, in the order of a list. */
export class FindProviderReferences1796265001000 implements MigrationInterface {
  readonly name = 'FindProviderReferences1796265001000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, {
      name: 'intent_list_of_provider_key',
      table: 'intent',
      definition: `(merchant_id, mode, upper(regexp_replace(provider_reference, '[^A-Za-z0-9]', '', 'g')), created_at, id)
        WHERE provider_reference IS NOT NULL`,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX intent_list_of_provider_key');
  }
}
