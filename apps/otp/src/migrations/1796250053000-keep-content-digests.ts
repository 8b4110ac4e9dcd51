import { contentMacSql } from '@paygate/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Idempotency records keep the HMAC of a request's canonical form, too. Those of the version before have none. */
export class KeepContentDigests1796250053000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(contentMacSql('idempotency_record'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE idempotency_record DROP COLUMN content_mac');
  }
}
