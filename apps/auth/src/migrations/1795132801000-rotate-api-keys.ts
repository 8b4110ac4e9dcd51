import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What keys need to be rotated, listed and asked for again. */
export class RotateApiKeys1795132801000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(columns);
    await runner.query(guard);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER api_key_is_for_ever ON api_key;
      DROP FUNCTION refuse_key_change();
      ALTER TABLE api_key DROP COLUMN predecessor_id, DROP COLUMN last_used_at,
        DROP COLUMN idempotency_key_hash, DROP COLUMN idempotency_body_hash,
        DROP CONSTRAINT api_key_scopes, DROP CONSTRAINT api_key_origins;
      DROP INDEX api_key_listed;
      CREATE INDEX api_key_merchant ON api_key (merchant_id)`);
  }
}

const columns = `
ALTER TABLE api_key
  -- the key that this one takes the place of: a key has one successor
  ADD COLUMN predecessor_id text COLLATE "C" UNIQUE REFERENCES api_key,
  ADD COLUMN last_used_at timestamptz,
  -- digests of the Idempotency-Key and the body of the request that made the key
  ADD COLUMN idempotency_key_hash text,
  ADD COLUMN idempotency_body_hash text,
  ADD CONSTRAINT api_key_idempotency CHECK ((idempotency_key_hash IS NULL) = (idempotency_body_hash IS NULL)),
  ADD CONSTRAINT api_key_scopes CHECK ((type = 'restricted') = (cardinality(scopes) > 0)),
  ADD CONSTRAINT api_key_origins CHECK (type = 'publishable' OR cardinality(origins) = 0);
CREATE UNIQUE INDEX api_key_creation ON api_key (merchant_id, mode, idempotency_key_hash) WHERE predecessor_id IS NULL;
DROP INDEX api_key_merchant;
CREATE INDEX api_key_listed ON api_key (merchant_id, mode, id);
`;

const guard = `
CREATE FUNCTION refuse_key_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the change of API key % is refused', OLD.id USING ERRCODE = 'restrict_violation';
END $$;
-- what a key may do never changes, it ends earlier and never later, and a revoked one stays so
CREATE TRIGGER api_key_is_for_ever BEFORE UPDATE ON api_key FOR EACH ROW
  WHEN ((OLD.merchant_id, OLD.mode, OLD.type, OLD.hash, OLD.scopes, OLD.predecessor_id)
      IS DISTINCT FROM (NEW.merchant_id, NEW.mode, NEW.type, NEW.hash, NEW.scopes, NEW.predecessor_id)
    OR OLD.revoked_at IS NOT NULL AND OLD.revoked_at IS DISTINCT FROM NEW.revoked_at
    OR OLD.expires_at IS NOT NULL AND (NEW.expires_at IS NULL OR NEW.expires_at > OLD.expires_at))
  EXECUTE FUNCTION refuse_key_change();
`;
