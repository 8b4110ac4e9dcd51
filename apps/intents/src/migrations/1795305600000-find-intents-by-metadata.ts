import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What a merchant's intents are found by, one row for each pair of text in their metadata. In the order of a list, so that a
 * page of one pair costs the same however many intents have it; beside the intent, whose changes it has no part in.
 */
export class FindIntentsByMetadata1795305600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE intent_metadata_pair (
        -- of merchant, mode, key and value: 64 bits of SHA-256
        pair_hash  bigint NOT NULL,
        created_at timestamptz NOT NULL,
        intent_id  text COLLATE "C" NOT NULL,
        PRIMARY KEY (pair_hash, created_at, intent_id)
      );
      CREATE FUNCTION refuse_metadata_pair_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION '% of % is refused: metadata never changes', TG_OP, TG_TABLE_NAME
          USING ERRCODE = 'restrict_violation';
      END $$;
      CREATE TRIGGER metadata_pair_is_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON intent_metadata_pair
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_metadata_pair_change();
      ALTER TABLE intent_metadata_pair ENABLE ALWAYS TRIGGER metadata_pair_is_immutable;
      REVOKE UPDATE, DELETE, TRUNCATE ON intent_metadata_pair FROM PUBLIC, CURRENT_USER`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE intent_metadata_pair; DROP FUNCTION refuse_metadata_pair_change()');
  }
}
