import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The profile of a merchant that customers see. */
export class MerchantProfiles1795557600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE merchant
        ADD COLUMN support_email text CHECK (octet_length(support_email) BETWEEN 3 AND 320),
        ADD COLUMN support_phone text CHECK (support_phone ~ '^[+][1-9][0-9]{6,14}$'),
        ADD COLUMN support_url text CHECK (support_url ~ '^https://'),
        ADD COLUMN languages text[] NOT NULL DEFAULT '{fr,en}'
          CHECK (cardinality(languages) BETWEEN 1 AND 2 AND languages <@ '{fr,en}' AND languages[1] IS DISTINCT FROM languages[2]);
      CREATE TABLE merchant_logo (
        merchant_id text COLLATE "C" PRIMARY KEY REFERENCES merchant,
        -- base64url of its SHA-256: two merchants may have the same
        id text COLLATE "C" NOT NULL CHECK (id ~ '^[A-Za-z0-9_-]{43}$'),
        -- raster formats, which hold no script
        media_type text NOT NULL CHECK (media_type IN ('image/png', 'image/jpeg', 'image/webp')),
        bytes bytea NOT NULL CHECK (octet_length(bytes) BETWEEN 1 AND 8192)
      );
      CREATE INDEX merchant_logo_id ON merchant_logo (id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE merchant_logo;
      ALTER TABLE merchant DROP COLUMN languages, DROP COLUMN support_url, DROP COLUMN support_phone, DROP COLUMN support_email;
    `);
  }
}
