import { OF_MESSAGES } from '@paygate/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the keys of messages, which are forgotten long before the others. */
export class KeysOfMessages1795392000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX idempotency_of_messages ON idempotency (created_at) WHERE ${OF_MESSAGES}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX idempotency_of_messages');
  }
}
