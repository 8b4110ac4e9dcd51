import type { MigrationInterface, QueryRunner } from 'typeorm';
import { operationGuardSql } from './1795132801500-create-rails.js';
import { legalMoves } from './1795132802500-name-operation-moves.js';

/** Since when a rail has known nothing of an operation, and the move of those that a restore has made doubtful. */
export class ListOperationsInDoubt1795132803000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE rail_operation ADD COLUMN not_found_since timestamptz');
    await runner.query(`CREATE INDEX rail_operation_unclear ON rail_operation (accepted_at, operation_id)
      WHERE escalation IS NOT NULL OR state = 'in_doubt'`);
    await runner.query('DROP INDEX rail_operation_escalated');
    await runner.query(operationGuardSql(`(OLD.state, NEW.state) NOT IN (${legalMoves}, ('requested', 'in_doubt'))`));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(operationGuardSql(`(OLD.state, NEW.state) NOT IN (${legalMoves})`));
    await runner.query(
      'CREATE INDEX rail_operation_escalated ON rail_operation (accepted_at) WHERE escalation IS NOT NULL',
    );
    await runner.query('DROP INDEX rail_operation_unclear');
    await runner.query('ALTER TABLE rail_operation DROP COLUMN not_found_since');
  }
}
