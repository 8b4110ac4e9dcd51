import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The phone that pays by mobile money, as an HMAC under a key of charging: payments of a phone are found by it. */
export class FindIntents1795568400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE intent ADD COLUMN payer_phone_index text COLLATE "C";
      CREATE INDEX intent_list_of_phone ON intent (merchant_id, mode, payer_phone_index, created_at, id)
        WHERE payer_phone_index IS NOT NULL;
      CREATE FUNCTION refuse_payer_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION USING MESSAGE = 'an intent is charged at most once', ERRCODE = 'integrity_constraint_violation';
      END $$;
      CREATE TRIGGER payer_phone_never_changes BEFORE UPDATE ON intent FOR EACH ROW
        WHEN (OLD.charge_id IS NOT NULL AND OLD.payer_phone_index IS DISTINCT FROM NEW.payer_phone_index)
        EXECUTE FUNCTION refuse_payer_change();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER payer_phone_never_changes ON intent;
      DROP FUNCTION refuse_payer_change();
      DROP INDEX intent_list_of_phone;
      ALTER TABLE intent DROP COLUMN payer_phone_index;
    `);
  }
}
