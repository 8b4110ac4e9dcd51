import { OF_MESSAGES } from '@paygate/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the answers that are kept under messages, which are forgotten long before the others. */
export class AnswersOfMessages1795132831000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX auth_answer_of_messages ON auth_answer (created_at) WHERE ${OF_MESSAGES}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX auth_answer_of_messages');
  }
}
