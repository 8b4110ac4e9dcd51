import type { MigrationInterface, QueryRunner } from 'typeorm';
import { batchGuard } from './1796420000000-create-payout-batches.js';
import { batchViolations } from './batch-violations.js';
import { countKnown, countTriggers, keptCounts, rulesOfCounts } from './kept-counts.js';

/** A list of batches reads their counts, and no rows; a sealed batch may need a second person who was not needed for its sum alone. */
export class KeepCountsOfBatches1796440200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [
      keptCounts,
      countTriggers,
      countKnown,
      violations(rulesOfCounts),
      guard(
        `CASE WHEN (OLD.state, NEW.state) = ('ready', 'ready') THEN least(NEW.persons, OLD.persons) ELSE NEW.persons END`,
      ),
    ])
      await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(guard('NEW.persons'));
    await runner.query(violations(''));
    await runner.query(`
      DROP TRIGGER count_moved_batch_rows ON payout_batch_row;
      DROP TRIGGER count_new_batch_rows ON payout_batch_row;
      DROP FUNCTION count_moved_batch_rows(), count_new_batch_rows();
      DROP TABLE payout_batch_count`);
  }
}

const violations = (more: string): string => batchViolations.replace('CREATE VIEW', 'CREATE OR REPLACE VIEW') + more;

/** `persons`: those of the changed batch, as far as they may not change. */
function guard(persons: string): string {
  const [whole = ''] = batchGuard.split('CREATE TRIGGER');
  return whole
    .replace('CREATE FUNCTION', 'CREATE OR REPLACE FUNCTION')
    .replace('NEW.fee, NEW.persons,', `NEW.fee, ${persons},`);
}
