import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The version of the API that a merchant's events are of. */
export class MerchantVersions1795132801000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE merchant_version (
        merchant_id text COLLATE "C" PRIMARY KEY,
        api_version text NOT NULL
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE merchant_version');
  }
}
