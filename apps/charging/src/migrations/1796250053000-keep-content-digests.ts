import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isForgettingMetadata } from './1796164100000-forget-metadata-of-test-mode.js';

const tables = ['refund', 'payout', 'payout_destination'];

/**
 * The digest of the canonical form of the request that a refund, a payout or a destination was made by, beside that of its bytes. Rows of
 * the version before have none.
 */
export class KeepContentDigests1796250053000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(refuseChange);
    for (const table of tables) {
      await runner.query(`ALTER TABLE ${table} ADD COLUMN content_hash text COLLATE "C"`);
      await runner.query(guardOf(table));
    }
    await runner.query(refundGuard(forgetting(['key_hash', 'body_hash', 'content_hash'])));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(refundGuard(forgetting(['key_hash', 'body_hash'])));
    for (const table of tables) {
      await runner.query(`DROP TRIGGER content_hash_never_changes ON ${table}`);
      await runner.query(`ALTER TABLE ${table} DROP COLUMN content_hash`);
    }
    await runner.query('DROP FUNCTION refuse_content_hash_change()');
  }
}

const refuseChange = `
  CREATE FUNCTION refuse_content_hash_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION 'what a request has asked for never changes' USING ERRCODE = 'integrity_constraint_violation';
  END $$`;

/** It is forgotten with the key. */
const guardOf = (table: string): string => `
  CREATE TRIGGER content_hash_never_changes BEFORE UPDATE ON ${table} FOR EACH ROW
    WHEN (OLD.content_hash IS DISTINCT FROM NEW.content_hash AND NOT (NEW.content_hash IS NULL AND NEW.key_hash IS NULL))
    EXECUTE FUNCTION refuse_content_hash_change()`;

const refundGuard = (isForgetting: string): string => `
  CREATE OR REPLACE TRIGGER guard_refund BEFORE UPDATE ON refund FOR EACH ROW
    WHEN (NOT (${isForgetting}) AND NOT (${isForgettingMetadata}))
    EXECUTE FUNCTION guard_refund()`;

/** The version before forgets two columns, and leaves the digest of a key that it does not know. */
function forgetting(columns: readonly string[]): string {
  const keys = `ARRAY['${columns.join("', '")}']`;
  return `NEW.key_hash IS NULL AND NEW.body_hash IS NULL AND OLD.key_hash IS NOT NULL
    AND to_jsonb(NEW.*) - ${keys} = to_jsonb(OLD.*) - ${keys}`;
}
