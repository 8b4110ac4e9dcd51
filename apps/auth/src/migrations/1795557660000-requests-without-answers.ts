import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Requests whose callers closed the connection before the answer have no status. */
export class RequestsWithoutAnswers1795557660000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `-- wider: the version before writes a status always
      ALTER TABLE request_log ALTER COLUMN status DROP NOT NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DELETE FROM request_log WHERE status IS NULL');
    await runner.query('ALTER TABLE request_log ALTER COLUMN status SET NOT NULL');
  }
}
