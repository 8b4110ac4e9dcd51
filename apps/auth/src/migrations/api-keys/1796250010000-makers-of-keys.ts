import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The key that made a key. Those of before have it from the audit trail; the version before writes none. */
export class MakersOfKeys1796250010000 implements MigrationInterface {
  readonly name = 'MakersOfKeys1796250010000';
  /** Keys are in use while the audit trail is read; each statement may be repeated. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE api_key ADD COLUMN IF NOT EXISTS maker_id text COLLATE "C" REFERENCES api_key');
    await runner.query(makersFromAudit);
    // a successor that no key made keeps the maker of what it replaces
    await runner.query(makersThroughRotations);
    await runner.query(`CREATE OR REPLACE TRIGGER api_key_keeps_its_maker BEFORE UPDATE ON api_key FOR EACH ROW
      WHEN (OLD.maker_id IS DISTINCT FROM NEW.maker_id) EXECUTE FUNCTION refuse_key_change()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER api_key_keeps_its_maker ON api_key');
    await runner.query('ALTER TABLE api_key DROP COLUMN maker_id');
  }
}

const makersFromAudit = `
WITH act AS (
  SELECT merchant_id, mode, actor, CASE action WHEN 'api_key.created' THEN subject ELSE detail::jsonb ->> 'successor' END AS made
  FROM audit_record WHERE action IN ('api_key.created', 'api_key.rotated'))
UPDATE api_key k SET maker_id = maker.id FROM act
  JOIN api_key maker ON maker.id = act.actor AND (maker.merchant_id, maker.mode) = (act.merchant_id, act.mode)
WHERE k.maker_id IS NULL AND act.made = k.id AND (k.merchant_id, k.mode) = (act.merchant_id, act.mode) AND maker.id <> k.id`;

const makersThroughRotations = `
WITH RECURSIVE kept AS (
  SELECT k.id, before.maker_id FROM api_key k JOIN api_key before ON before.id = k.predecessor_id
  WHERE k.maker_id IS NULL AND before.maker_id IS NOT NULL
  UNION ALL
  SELECT k.id, kept.maker_id FROM kept JOIN api_key k ON k.predecessor_id = kept.id WHERE k.maker_id IS NULL)
UPDATE api_key k SET maker_id = kept.maker_id FROM kept WHERE kept.id = k.id`;
