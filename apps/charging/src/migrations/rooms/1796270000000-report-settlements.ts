import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The facts of other rooms by which the books know what is available: the days that match, and the rails of collections. */
export class ReportSettlements1796270000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE VIEW matched_day AS SELECT rail, mode, day FROM reconciliation_run WHERE is_matched;
      CREATE VIEW journal_rail AS SELECT operation_id AS journal_id, rail FROM rail_operation`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP VIEW matched_day, journal_rail');
  }
}
