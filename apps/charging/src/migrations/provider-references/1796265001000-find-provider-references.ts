import { buildIndex } from '@paygate/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Operations and lines of statements by the operator's own number of the transaction, of which letters, in capitals, and digits are compared.
 * Only a line without our reference is looked up by it.
 */
export class FindProviderReferences1796265001000 implements MigrationInterface {
  readonly name = 'FindProviderReferences1796265001000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, {
      name: 'rail_operation_provider_key',
      table: 'rail_operation',
      definition: `(upper(regexp_replace(provider_reference, '[^A-Za-z0-9]', '', 'g')), merchant_id) WHERE provider_reference IS NOT NULL`,
    });
    await buildIndex(runner, {
      name: 'statement_line_operator_key',
      table: 'statement_line',
      definition: `(upper(regexp_replace(operator_id, '[^A-Za-z0-9]', '', 'g'))) WHERE reference IS NULL`,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX statement_line_operator_key');
    await runner.query('DROP INDEX rail_operation_provider_key');
  }
}
