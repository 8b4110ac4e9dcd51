import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The end of a chain only moves on: set back, the next record would take a place that is taken. */
export class AuditHeadAdvances1795132809000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TRIGGER audit_head_advances BEFORE UPDATE ON audit_head FOR EACH ROW
        WHEN (NEW.merchant_id <> OLD.merchant_id OR NEW.sequence NOT IN (OLD.sequence, OLD.sequence + 1))
        EXECUTE FUNCTION refuse_audit_change();
      ALTER TABLE audit_head ENABLE ALWAYS TRIGGER audit_head_advances`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER audit_head_advances ON audit_head');
  }
}
