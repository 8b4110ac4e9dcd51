import { countedMessageTableSql } from '@paygate/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which messages were counted for their address and API key: one that is delivered again is not counted again. */
export class CountMessagesOnce1795132832000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(countedMessageTableSql('counted_message'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE counted_message');
  }
}
