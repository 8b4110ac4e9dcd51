import type { MigrationInterface, QueryRunner } from 'typeorm';
import { KIND_OF_ID, violationsByKind, violationsByLetters } from './1796271000000-tell-kinds-of-holds.js';

const BATCH_HOLDS = 10_000;

/** Gives the holds of before their kinds, in batches while money moves, and lets the auditor go by them. It can be repeated. */
export class FillKindsOfHolds1796271001000 implements MigrationInterface {
  readonly name = 'FillKindsOfHolds1796271001000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (let after: string | undefined = ''; after !== undefined;)
      after = ((await runner.query(fillSql, [after, BATCH_HOLDS])) as { last: string }[]).at(0)?.last;
    await runner.query('ALTER TABLE hold VALIDATE CONSTRAINT hold_kind');
    await runner.query(violationsByKind);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(violationsByLetters);
  }
}

const fillSql = `
  WITH batch AS (
    SELECT hold_id FROM hold WHERE hold_id > $1 ORDER BY hold_id LIMIT $2),
  filled AS (
    UPDATE hold SET kind = ${KIND_OF_ID.replace('hold_id', 'hold.hold_id')} FROM batch WHERE hold.hold_id = batch.hold_id AND kind IS NULL)
  SELECT max(hold_id) AS last FROM batch HAVING count(*) > 0`;
