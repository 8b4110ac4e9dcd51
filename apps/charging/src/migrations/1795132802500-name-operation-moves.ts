import type { MigrationInterface, QueryRunner } from 'typeorm';
import { operationGuardSql } from './1795132801500-create-rails.js';

/** The guard of rail operations lists the moves that are legal, as operation-status.ts has them, instead of some that are not. */
export class NameOperationMoves1795132802500 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(operationGuardSql(`(OLD.state, NEW.state) NOT IN (${legalMoves})`));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(operationGuardSql());
  }
}

export const legalMoves = `
  ('requested', 'requested'), ('requested', 'submitting'), ('requested', 'declined'),
  ('submitting', 'submitting'), ('submitting', 'requested'), ('submitting', 'in_doubt'), ('submitting', 'pending'),
  ('submitting', 'escalated'), ('submitting', 'succeeded'), ('submitting', 'declined'),
  ('in_doubt', 'in_doubt'), ('in_doubt', 'submitting'), ('in_doubt', 'pending'), ('in_doubt', 'escalated'),
  ('in_doubt', 'succeeded'), ('in_doubt', 'declined'),
  ('pending', 'pending'), ('pending', 'escalated'), ('pending', 'succeeded'), ('pending', 'declined'),
  ('escalated', 'escalated'), ('escalated', 'succeeded'), ('escalated', 'declined'),
  ('succeeded', 'succeeded'), ('declined', 'declined')`;
