import { buildIndex } from '@paygate/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The metadata of refunds and payouts of test mode is forgotten after its retention; nothing else of them changes, and nothing of live mode. */
export class ForgetMetadataOfTestMode1796164100000 implements MigrationInterface {
  readonly name = 'ForgetMetadataOfTestMode1796164100000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE OR REPLACE TRIGGER guard_refund BEFORE UPDATE ON refund FOR EACH ROW
        WHEN (NOT (${isForgettingKeys}) AND NOT (${isForgettingMetadata})) EXECUTE FUNCTION guard_refund()`);
    await runner.query(`
      CREATE OR REPLACE TRIGGER guard_payout BEFORE UPDATE ON payout FOR EACH ROW
        WHEN (NOT (${isForgettingMetadata})) EXECUTE FUNCTION guard_payout();
      CREATE OR REPLACE TRIGGER payout_begins BEFORE INSERT OR DELETE ON payout FOR EACH ROW EXECUTE FUNCTION guard_payout()`);
    for (const table of ['refund', 'payout'])
      await buildIndex(runner, {
        name: `${table}_test_metadata`,
        table,
        definition: `(created_at) WHERE ledger > 999 AND metadata <> '{}'`,
      });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX refund_test_metadata, payout_test_metadata');
    await runner.query(`
      DROP TRIGGER payout_begins ON payout;
      DROP TRIGGER guard_payout ON payout;
      CREATE TRIGGER guard_payout BEFORE INSERT OR UPDATE OR DELETE ON payout FOR EACH ROW EXECUTE FUNCTION guard_payout();
      CREATE OR REPLACE TRIGGER guard_refund BEFORE UPDATE ON refund FOR EACH ROW
        WHEN (NOT (${isForgettingKeys})) EXECUTE FUNCTION guard_refund()`);
  }
}

const keys = `ARRAY['key_hash', 'body_hash']`;
const isForgettingKeys = `
  NEW.key_hash IS NULL AND NEW.body_hash IS NULL AND OLD.key_hash IS NOT NULL
  AND to_jsonb(NEW.*) - ${keys} = to_jsonb(OLD.*) - ${keys}`;
/** The condition of a trigger: an update that forgets the metadata of a row of test mode. Ledgers of test mode are those above 999. */
export const isForgettingMetadata = `
  NEW.metadata = '{}' AND OLD.metadata <> '{}' AND OLD.ledger > 999 AND OLD.created_at < clock_timestamp() - interval '1 day'
  AND to_jsonb(NEW.*) - 'metadata' = to_jsonb(OLD.*) - 'metadata'`;
