import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The entries by which intents are searched, in batches behind their creation. A trigger notes what is due, so that the intents of the
 * version before have entries too. The last digits of the phone that pays are an HMAC under a key of charging.
 */
export class SearchIntents1796281000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE intent_search (
        intent_id  text COLLATE "C" PRIMARY KEY,
        created_at timestamptz NOT NULL,
        -- of merchant, mode, part of a text, and week: 32 bits of SHA-256
        tokens     integer[] NOT NULL
      );
      -- entries are made in batches: without a list of pending ones, no search has to read through it
      CREATE INDEX intent_search_tokens ON intent_search USING gin (tokens) WITH (fastupdate = off);
      CREATE TABLE intent_search_due (intent_id text COLLATE "C" PRIMARY KEY);
      CREATE FUNCTION note_search_due() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO intent_search_due SELECT id FROM placed;
        RETURN NULL;
      END $$;
      CREATE TRIGGER search_is_due AFTER INSERT ON intent REFERENCING NEW TABLE AS placed
        FOR EACH STATEMENT EXECUTE FUNCTION note_search_due();
      ALTER TABLE intent ADD COLUMN payer_phone_end text COLLATE "C";
      CREATE TRIGGER payer_phone_end_never_changes BEFORE UPDATE ON intent FOR EACH ROW
        WHEN (OLD.charge_id IS NOT NULL AND OLD.payer_phone_end IS DISTINCT FROM NEW.payer_phone_end)
        EXECUTE FUNCTION refuse_payer_change();
      CREATE FUNCTION forget_search_entry() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        DELETE FROM intent_search_due WHERE intent_id IN (SELECT id FROM gone);
        DELETE FROM intent_search WHERE intent_id IN (SELECT id FROM gone);
        RETURN NULL;
      END $$;
      CREATE TRIGGER search_ends AFTER DELETE ON intent REFERENCING OLD TABLE AS gone
        FOR EACH STATEMENT EXECUTE FUNCTION forget_search_entry()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER search_ends ON intent;
      DROP TRIGGER search_is_due ON intent;
      DROP TRIGGER payer_phone_end_never_changes ON intent;
      DROP FUNCTION note_search_due(), forget_search_entry();
      ALTER TABLE intent DROP COLUMN payer_phone_end;
      DROP TABLE intent_search_due, intent_search`);
  }
}
