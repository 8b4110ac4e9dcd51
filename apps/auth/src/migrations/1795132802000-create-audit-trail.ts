import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who did what to a merchant's credentials: written once, in a chain per merchant. */
export class CreateAuditTrail1795132802000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(trail);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE audit_record, audit_head; DROP FUNCTION refuse_audit_change()');
  }
}

const trail = `
-- The end of a merchant's chain. Who appends holds its row, so the chain has no branches.
CREATE TABLE audit_head (
  merchant_id text COLLATE "C" PRIMARY KEY,
  sequence integer NOT NULL CHECK (sequence >= 1),
  hash bytea NOT NULL CHECK (octet_length(hash) = 32)
);
CREATE TABLE audit_record (
  merchant_id text COLLATE "C" NOT NULL,
  sequence integer NOT NULL CHECK (sequence >= 1),
  mode text NOT NULL CHECK (mode IN ('test', 'live')),
  action text NOT NULL,
  -- what it was done to: a key, or the index of a phone number
  subject text NOT NULL,
  -- who did it: a key, or the name of who sent the command
  actor text NOT NULL,
  request_id text NOT NULL,
  -- JSON, as it is part of what is hashed
  detail text NOT NULL,
  occurred_at timestamptz NOT NULL,
  -- HMAC-SHA-256 of all columns and of the hash before, under a key that is not in this database
  hash bytea NOT NULL CHECK (octet_length(hash) = 32),
  PRIMARY KEY (merchant_id, sequence)
);
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% of % is refused: what is on record stays', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER audit_record_is_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_record
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
ALTER TABLE audit_record ENABLE ALWAYS TRIGGER audit_record_is_immutable;
CREATE TRIGGER audit_head_stays BEFORE DELETE OR TRUNCATE ON audit_head
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
ALTER TABLE audit_head ENABLE ALWAYS TRIGGER audit_head_stays;
REVOKE UPDATE, DELETE, TRUNCATE ON audit_record FROM PUBLIC, CURRENT_USER;
`;
