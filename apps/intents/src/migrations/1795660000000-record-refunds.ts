import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A refund changes a COMPLETED intent, and nothing of it but the amount refunded, which never shrinks, and its counters: also where a
 * refund failed, of which the merchant is notified. Any other change of a terminal intent is refused as before.
 */
export class RecordRefunds1795660000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER guard_intent ON intent;
      CREATE TRIGGER guard_intent BEFORE UPDATE ON intent FOR EACH ROW WHEN (NOT (${isRefund})) EXECUTE FUNCTION guard_intent();
      CREATE TRIGGER intent_stays BEFORE DELETE ON intent FOR EACH ROW EXECUTE FUNCTION guard_intent()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER intent_stays ON intent;
      DROP TRIGGER guard_intent ON intent;
      CREATE TRIGGER guard_intent BEFORE UPDATE OR DELETE ON intent FOR EACH ROW EXECUTE FUNCTION guard_intent()`);
  }
}

const changing = `ARRAY['amount_refunded', 'event_sequence', 'version', 'updated_at']`;
/** The status comes first: no other change pays for the comparison of whole rows. */
const isRefund = `
  OLD.status = 'COMPLETED' AND NEW.amount_refunded >= OLD.amount_refunded
  AND NEW.version = OLD.version + 1 AND NEW.event_sequence = OLD.event_sequence + 1
  AND to_jsonb(NEW.*) - ${changing} = to_jsonb(OLD.*) - ${changing}`;
