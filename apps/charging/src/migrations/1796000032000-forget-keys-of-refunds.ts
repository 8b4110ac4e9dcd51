import { buildIndex } from '@paygate/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The idempotency key of a refund is forgotten after its retention, and nothing else of the refund changes. */
export class ForgetKeysOfRefunds1796000032000 implements MigrationInterface {
  readonly name = 'ForgetKeysOfRefunds1796000032000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE refund ALTER COLUMN key_hash DROP NOT NULL, ALTER COLUMN body_hash DROP NOT NULL`);
    await runner.query(`
      DROP TRIGGER guard_refund ON refund;
      CREATE TRIGGER guard_refund BEFORE UPDATE ON refund FOR EACH ROW WHEN (NOT (${isForgetting})) EXECUTE FUNCTION guard_refund();
      CREATE OR REPLACE TRIGGER refund_begins BEFORE INSERT OR DELETE ON refund FOR EACH ROW EXECUTE FUNCTION guard_refund()`);
    await buildIndex(runner, {
      name: 'refund_key_age',
      table: 'refund',
      definition: '(created_at) WHERE key_hash IS NOT NULL',
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX refund_key_age');
    await runner.query(`
      DROP TRIGGER refund_begins ON refund;
      DROP TRIGGER guard_refund ON refund;
      CREATE TRIGGER guard_refund BEFORE INSERT OR UPDATE OR DELETE ON refund FOR EACH ROW EXECUTE FUNCTION guard_refund()`);
  }
}

const keys = `ARRAY['key_hash', 'body_hash']`;
const isForgetting = `
  NEW.key_hash IS NULL AND NEW.body_hash IS NULL AND OLD.key_hash IS NOT NULL
  AND to_jsonb(NEW.*) - ${keys} = to_jsonb(OLD.*) - ${keys}`;
