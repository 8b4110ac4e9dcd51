import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Payouts to many recipients, which members approve together: docs/adr/0094-payouts-to-many.md. */
export class CreatePayoutBatches1796420000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [
      recipients,
      batches,
      batchGuard,
      rows,
      rowGuard,
      approvals,
      approvalGuard,
      scheduleGuard,
      lookups,
    ])
      await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER guard_scheduled_destination ON payout_schedule;
      DROP TABLE recipient_lookup, payout_batch_approval, payout_batch_row, payout_batch;
      DROP FUNCTION guard_scheduled_destination(), guard_payout_batch_approval(), guard_payout_batch_row(),
        guard_new_payout_batch_rows(), guard_payout_batch();
      ALTER TABLE payout_destination DROP CONSTRAINT payout_destination_recipient;
      ALTER TABLE payout_destination DROP COLUMN kind, DROP COLUMN phone_index`);
  }
}

/** A recipient is made by the approval of a batch, once for each number of a merchant. The CHECK of the wait holds for it, too. */
const recipients = `
  ALTER TABLE payout_destination ADD COLUMN kind text COLLATE "C" NOT NULL DEFAULT 'own';
  -- an HMAC of the number
  ALTER TABLE payout_destination ADD COLUMN phone_index text COLLATE "C";
  -- wider: a new column whose default passes
  ALTER TABLE payout_destination ADD CONSTRAINT payout_destination_recipient
    CHECK (kind IN ('own', 'recipient') AND (kind = 'recipient') = (phone_index IS NOT NULL)) NOT VALID`;

const batches = `
  CREATE TABLE payout_batch (
    batch_id text COLLATE "C" PRIMARY KEY,
    merchant_id text COLLATE "C" NOT NULL,
    ledger smallint NOT NULL REFERENCES ledger,
    name text NOT NULL,
    -- the member or the key that has created it
    drafted_by text COLLATE "C",
    key_hash text COLLATE "C" NOT NULL,
    body_hash text COLLATE "C" NOT NULL,
    content_hash text COLLATE "C",
    state text COLLATE "C" NOT NULL DEFAULT 'draft' CHECK (state IN ('draft', 'ready', 'processing', 'paused', 'completed', 'canceled')),
    -- of the numbers, amounts and references of its rows
    hash text COLLATE "C",
    row_count integer,
    -- what arrives, and what is kept
    amount bigint,
    fee bigint,
    -- the members who must stand behind it
    persons smallint CHECK (persons IN (1, 2)),
    -- the newest batch with the same hash
    repeats text COLLATE "C" REFERENCES payout_batch,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    sealed_at timestamptz,
    approved_at timestamptz,
    -- no further row is sent
    canceled_at timestamptz,
    ended_at timestamptz,
    CONSTRAINT payout_batch_sealed CHECK (
      num_nulls(hash, row_count, amount, fee, persons, sealed_at) IN (0, 6)
      AND (state = 'draft') <= (sealed_at IS NULL) AND (sealed_at IS NULL) <= (state IN ('draft', 'canceled'))),
    CONSTRAINT payout_batch_approved CHECK ((approved_at IS NOT NULL) = (state IN ('processing', 'paused', 'completed'))),
    CONSTRAINT payout_batch_canceled CHECK ((state = 'canceled') <= (canceled_at IS NOT NULL)),
    CONSTRAINT payout_batch_end CHECK ((state IN ('completed', 'canceled')) = (ended_at IS NOT NULL)));
  CREATE UNIQUE INDEX payout_batch_key ON payout_batch (merchant_id, (ledger > 999), key_hash);
  CREATE INDEX payout_batch_of_merchant ON payout_batch (merchant_id, batch_id);
  CREATE INDEX payout_batch_hash ON payout_batch (merchant_id, hash) WHERE hash IS NOT NULL`;

export const batchGuard = `
  CREATE FUNCTION guard_payout_batch() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE fault text;
  BEGIN
    IF TG_OP = 'DELETE' THEN fault := 'a batch is never deleted';
    ELSIF TG_OP = 'INSERT' THEN
      IF NEW.state <> 'draft' THEN fault := 'a batch begins as a draft'; END IF;
    ELSIF (NEW.batch_id, NEW.merchant_id, NEW.ledger, NEW.name, NEW.key_hash, NEW.body_hash, NEW.content_hash, NEW.created_at)
      IS DISTINCT FROM
          (OLD.batch_id, OLD.merchant_id, OLD.ledger, OLD.name, OLD.key_hash, OLD.body_hash, OLD.content_hash, OLD.created_at)
      OR OLD.state <> 'draft' AND (NEW.drafted_by, NEW.hash, NEW.row_count, NEW.amount, NEW.fee, NEW.persons, NEW.repeats, NEW.sealed_at)
      IS DISTINCT FROM
          (OLD.drafted_by, OLD.hash, OLD.row_count, OLD.amount, OLD.fee, OLD.persons, OLD.repeats, OLD.sealed_at)
      OR OLD.approved_at IS NOT NULL AND NEW.approved_at IS DISTINCT FROM OLD.approved_at THEN fault := 'what was sealed never changes';
    ELSIF OLD.state <> NEW.state AND (OLD.state, NEW.state) NOT IN (('draft', 'ready'), ('draft', 'canceled'), ('ready', 'processing'),
        ('ready', 'canceled'), ('processing', 'paused'), ('paused', 'processing'), ('processing', 'completed'), ('paused', 'completed')) THEN
      fault := format('a batch does not move from %s to %s', OLD.state, NEW.state);
    ELSIF (OLD.state, NEW.state) = ('draft', 'ready') AND NOT EXISTS (
        SELECT FROM payout_batch_row WHERE batch_id = NEW.batch_id
        HAVING (count(*), sum(amount), sum(fee)) = (NEW.row_count, NEW.amount, NEW.fee) AND bool_and(faults = '{}')) THEN
      fault := 'a batch is sealed as its rows are';
    ELSIF (OLD.state, NEW.state) = ('ready', 'processing') AND NOT EXISTS (
        SELECT FROM (
          SELECT member_id, true AS approved FROM payout_batch_approval WHERE batch_id = NEW.batch_id
          UNION ALL SELECT NEW.drafted_by, false WHERE starts_with(NEW.drafted_by, 'mem_')) AS persons
        HAVING count(DISTINCT member_id) >= NEW.persons AND bool_or(approved)) THEN
      fault := 'a batch is approved by as many members as it needs';
    ELSIF NEW.state = 'completed' AND EXISTS (
        SELECT FROM payout_batch_row WHERE batch_id = NEW.batch_id AND state <> 'ended') THEN
      fault := 'a batch ends with its last row';
    END IF;
    IF fault IS NOT NULL THEN RAISE EXCEPTION USING MESSAGE = fault, ERRCODE = 'integrity_constraint_violation'; END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER guard_payout_batch BEFORE INSERT OR UPDATE OR DELETE ON payout_batch
    FOR EACH ROW EXECUTE FUNCTION guard_payout_batch()`;

const rows = `
  CREATE TABLE payout_batch_row (
    batch_id text COLLATE "C" NOT NULL REFERENCES payout_batch,
    -- as its file has it
    number integer NOT NULL CHECK (number > 0),
    rail text COLLATE "C",
    -- sealed for the row, as is the name
    phone text COLLATE "C" NOT NULL,
    phone_masked text COLLATE "C" NOT NULL,
    phone_index text COLLATE "C" NOT NULL,
    name text,
    -- null without a name
    name_check text COLLATE "C" CHECK (name_check IN ('waiting', 'matches', 'differs', 'unknown')),
    name_checked_at timestamptz,
    reference text,
    -- what arrives, and the fee on top of it
    amount bigint NOT NULL CHECK (amount > 0),
    fee bigint NOT NULL CHECK (fee >= 0),
    faults text[] COLLATE "C" NOT NULL,
    warnings text[] COLLATE "C" NOT NULL DEFAULT '{}',
    state text COLLATE "C" NOT NULL DEFAULT 'drafted' CHECK (state IN ('drafted', 'placed', 'released', 'ended')),
    destination_id text COLLATE "C" REFERENCES payout_destination,
    payout_id text COLLATE "C",
    -- of what is placed: the time from which it may be sent
    due_at timestamptz,
    PRIMARY KEY (batch_id, number),
    CONSTRAINT payout_batch_row_placed CHECK (num_nulls(destination_id, payout_id, due_at) = CASE state WHEN 'drafted' THEN 3 ELSE 0 END),
    CONSTRAINT payout_batch_row_name CHECK ((name IS NULL) = (name_check IS NULL)));
  CREATE UNIQUE INDEX payout_batch_row_payout ON payout_batch_row (payout_id) WHERE payout_id IS NOT NULL;
  CREATE INDEX payout_batch_row_placed ON payout_batch_row (rail, due_at, batch_id, number) WHERE state = 'placed';
  CREATE INDEX payout_batch_row_open ON payout_batch_row (batch_id) WHERE state IN ('placed', 'released');
  CREATE INDEX payout_batch_row_released ON payout_batch_row (rail) WHERE state = 'released';
  CREATE INDEX payout_batch_row_names ON payout_batch_row (batch_id, number) WHERE name_check = 'waiting';
  CREATE INDEX payout_batch_row_phone ON payout_batch_row (phone_index)`;

/** Rows change with their draft alone. What was sealed is placed, released and ended, in this order, each once. */
const rowGuard = `
  CREATE FUNCTION guard_payout_batch_row() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE fault text;
  BEGIN
    IF TG_OP = 'DELETE' THEN fault := 'a row is never deleted';
    ELSIF (NEW.batch_id, NEW.number) <> (OLD.batch_id, OLD.number) THEN fault := 'a row stays where it is';
    ELSIF (NEW.rail, NEW.phone, NEW.phone_masked, NEW.phone_index, NEW.name, NEW.reference, NEW.amount, NEW.fee, NEW.faults)
        IS DISTINCT FROM (OLD.rail, OLD.phone, OLD.phone_masked, OLD.phone_index, OLD.name, OLD.reference, OLD.amount, OLD.fee, OLD.faults)
      AND NOT EXISTS (SELECT FROM payout_batch b WHERE b.batch_id = NEW.batch_id AND b.state = 'draft' FOR SHARE) THEN
      fault := 'what was sealed never changes';
    ELSIF NEW.state <> OLD.state
      AND (OLD.state, NEW.state) NOT IN (('drafted', 'placed'), ('placed', 'released'), ('placed', 'ended'), ('released', 'ended')) THEN
      fault := format('a row does not move from %s to %s', OLD.state, NEW.state);
    ELSIF OLD.state <> 'drafted' AND (NEW.destination_id, NEW.payout_id) IS DISTINCT FROM (OLD.destination_id, OLD.payout_id) THEN
      fault := 'a row has one payout';
    ELSIF (OLD.state, NEW.state) = ('drafted', 'placed')
      AND NOT EXISTS (SELECT FROM payout_batch b WHERE b.batch_id = NEW.batch_id AND b.state = 'processing') THEN
      fault := 'only what was approved is placed';
    END IF;
    IF fault IS NOT NULL THEN RAISE EXCEPTION USING MESSAGE = fault, ERRCODE = 'integrity_constraint_violation'; END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER guard_payout_batch_row BEFORE UPDATE OR DELETE ON payout_batch_row
    FOR EACH ROW EXECUTE FUNCTION guard_payout_batch_row();

  CREATE FUNCTION guard_new_payout_batch_rows() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM FROM payout_batch b WHERE b.batch_id IN (SELECT batch_id FROM begun) FOR SHARE;
    IF EXISTS (SELECT FROM begun LEFT JOIN payout_batch b USING (batch_id) WHERE (b.state, begun.state) IS DISTINCT FROM ('draft', 'drafted')) THEN
      RAISE EXCEPTION 'rows are added to a draft' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER guard_new_payout_batch_rows AFTER INSERT ON payout_batch_row REFERENCING NEW TABLE AS begun
    FOR EACH STATEMENT EXECUTE FUNCTION guard_new_payout_batch_rows()`;

const approvals = `
  CREATE TABLE payout_batch_approval (
    batch_id text COLLATE "C" NOT NULL REFERENCES payout_batch,
    -- no key approves
    member_id text COLLATE "C" NOT NULL CHECK (starts_with(member_id, 'mem_')),
    -- of what the member has seen
    hash text COLLATE "C" NOT NULL,
    approved_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (batch_id, member_id))`;

const approvalGuard = `
  CREATE FUNCTION guard_payout_batch_approval() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE fault text; batch payout_batch;
  BEGIN
    IF TG_OP <> 'INSERT' THEN fault := 'an approval stays';
    ELSE
      SELECT * INTO batch FROM payout_batch WHERE batch_id = NEW.batch_id FOR SHARE;
      IF batch.state <> 'ready' THEN fault := 'only what waits for an approval is approved';
      ELSIF batch.hash <> NEW.hash THEN fault := 'an approval is of what the batch holds';
      ELSIF batch.persons = 2 AND batch.drafted_by = NEW.member_id THEN fault := 'another member approves';
      END IF;
    END IF;
    IF fault IS NOT NULL THEN RAISE EXCEPTION USING MESSAGE = fault, ERRCODE = 'integrity_constraint_violation'; END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER guard_payout_batch_approval BEFORE INSERT OR UPDATE OR DELETE ON payout_batch_approval
    FOR EACH ROW EXECUTE FUNCTION guard_payout_batch_approval()`;

const scheduleGuard = `
  CREATE FUNCTION guard_scheduled_destination() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF EXISTS (SELECT FROM payout_destination WHERE destination_id = NEW.destination_id AND kind <> 'own') THEN
      RAISE EXCEPTION 'no schedule pays a recipient' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER guard_scheduled_destination BEFORE INSERT OR UPDATE ON payout_schedule
    FOR EACH ROW WHEN (NEW.destination_id IS NOT NULL) EXECUTE FUNCTION guard_scheduled_destination()`;

/** The questions about the names of recipients, by day of Africa/Douala. */
const lookups = `
  CREATE TABLE recipient_lookup (
    merchant_id text COLLATE "C" NOT NULL,
    test_mode boolean NOT NULL,
    day date NOT NULL,
    count integer NOT NULL,
    PRIMARY KEY (merchant_id, test_mode, day))`;
