import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Keeps the name of a removed member, for the records that hold the id. The row of the member moves, sealed as it is, whichever version
 * removes it. Members who were removed before have no row.
 */
export class KeepFormerMembers1796270000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE former_member (
        id text COLLATE "C" PRIMARY KEY,
        merchant_id text COLLATE "C" NOT NULL REFERENCES merchant,
        -- null of an invitation that was not accepted, and after an erasure
        sealed_name text,
        removed_at timestamptz NOT NULL);
      CREATE INDEX former_member_listed ON former_member (merchant_id, id);
      CREATE FUNCTION keep_former_member() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO former_member (id, merchant_id, sealed_name, removed_at)
        VALUES (OLD.id, OLD.merchant_id, OLD.sealed_name, clock_timestamp());
        RETURN NULL;
      END $$;
      CREATE TRIGGER member_goes AFTER DELETE ON member FOR EACH ROW EXECUTE FUNCTION keep_former_member()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER member_goes ON member;
      DROP FUNCTION keep_former_member;
      DROP TABLE former_member`);
  }
}
