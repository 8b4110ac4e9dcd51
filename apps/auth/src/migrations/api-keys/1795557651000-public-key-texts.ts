import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The texts of publishable keys, which are public. */
export class PublicKeyTexts1795557651000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // null for secret and restricted keys, and for publishable ones of before
    await runner.query('ALTER TABLE api_key ADD COLUMN public_text text');
    await runner.query(
      `-- wider: the version before writes no value into the column
      ALTER TABLE api_key ADD CONSTRAINT api_key_public_text
        CHECK (public_text IS NULL OR (type = 'publishable' AND public_text LIKE 'pk\\_%'))`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE api_key DROP COLUMN public_text');
  }
}
