import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What operators have taken back of a COMPLETED intent: docs/adr/0085-reversals.md. A refund or a reversal changes nothing of it but its own
 * amount and the counters. Bookings and returns are counted by `reversal_turn`: without a later one, the amount reversed stays.
 */
export class RecordReversals1796290000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE intent ADD COLUMN amount_reversed bigint NOT NULL DEFAULT 0, ADD COLUMN reversal_turn integer NOT NULL DEFAULT 0;
      -- wider: the version before leaves these columns as they are
      ALTER TABLE intent ADD CONSTRAINT intent_reversal CHECK (
        amount_reversed BETWEEN 0 AND amount AND reversal_turn >= 0 AND (reversal_turn = 0 OR status = 'COMPLETED')
        AND (amount_reversed = 0 OR reversal_turn > 0)) NOT VALID;
      CREATE OR REPLACE TRIGGER guard_intent BEFORE UPDATE ON intent FOR EACH ROW
        WHEN (NOT (${isGivenBack})) EXECUTE FUNCTION guard_intent()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE OR REPLACE TRIGGER guard_intent BEFORE UPDATE ON intent FOR EACH ROW
        WHEN (NOT (${isRefund})) EXECUTE FUNCTION guard_intent();
      ALTER TABLE intent DROP COLUMN amount_reversed, DROP COLUMN reversal_turn`);
  }
}

/** The status comes first: no other change pays for the comparison of whole rows. */
const counted = `
  OLD.status = 'COMPLETED' AND NEW.amount_refunded >= OLD.amount_refunded
  AND NEW.version = OLD.version + 1 AND NEW.event_sequence = OLD.event_sequence + 1`;

const unchangedBut = (names: string): string => `
  AND to_jsonb(NEW.*) - ARRAY[${names}] = to_jsonb(OLD.*) - ARRAY[${names}]`;

const counters = `'amount_refunded', 'event_sequence', 'version', 'updated_at'`;
const isRefund = `${counted}${unchangedBut(counters)}`;
const isGivenBack = `${counted}
  AND (NEW.reversal_turn > OLD.reversal_turn OR (NEW.reversal_turn, NEW.amount_reversed) = (OLD.reversal_turn, OLD.amount_reversed))
  ${unchangedBut(`${counters}, 'amount_reversed', 'reversal_turn'`)}`;
