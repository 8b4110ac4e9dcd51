import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What lies sealed here is sealed under keys of this service alone, which do not open what was sealed before. So keys made
 * before end when their last token is dead and sign no more, and codes that waited to be sent are dropped: users ask anew.
 */
export class OwnDataKeys1795136400000 implements MigrationInterface {
  readonly name = 'OwnDataKeys1795136400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE otp_signing_key RENAME TO signing_key;
      ALTER TABLE signing_key ALTER COLUMN sealed_private_key DROP NOT NULL;
      -- 16 minutes: the longest life of a token, and the skew of clocks
      UPDATE signing_key SET sealed_private_key = NULL, version = version + 1,
        not_after = least(not_after, clock_timestamp() + interval '16 minutes');
      ALTER TABLE signing_key
        ADD CONSTRAINT signing_key_published_first CHECK (signs_from >= not_before),
        -- the private half is removed when the key has been withdrawn
        ADD CONSTRAINT signing_key_signs CHECK (not_after IS NOT NULL OR sealed_private_key IS NOT NULL);
      -- at most one key has no successor
      CREATE UNIQUE INDEX signing_key_newest ON signing_key ((true)) WHERE not_after IS NULL;
      DELETE FROM otp_send;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX signing_key_newest;
      ALTER TABLE signing_key
        DROP CONSTRAINT signing_key_published_first,
        DROP CONSTRAINT signing_key_signs;
      DELETE FROM signing_key WHERE sealed_private_key IS NULL;
      ALTER TABLE signing_key ALTER COLUMN sealed_private_key SET NOT NULL;
      ALTER TABLE signing_key RENAME TO otp_signing_key;
    `);
  }
}
