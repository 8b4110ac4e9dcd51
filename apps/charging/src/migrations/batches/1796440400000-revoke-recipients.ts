import type { MigrationInterface, QueryRunner } from 'typeorm';
import { destinationGuard } from '../payouts/1796000000000-create-payouts.js';

const [guard = ''] = destinationGuard.replace('CREATE FUNCTION', 'CREATE OR REPLACE FUNCTION').split('CREATE TRIGGER');

/** A recipient gives its number up when it is revoked, and at no other time; a destination stays of its kind. */
export class RevokeRecipients1796440400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      guard.replace('NEW.usable_at, NEW.created_at)', 'NEW.usable_at, NEW.created_at, NEW.kind)').replace(
        'OLD.usable_at, OLD.created_at) THEN',
        `OLD.usable_at, OLD.created_at, OLD.kind)
      OR NEW.phone_index IS DISTINCT FROM OLD.phone_index AND (OLD.revoked_at IS NOT NULL OR NEW.revoked_at IS NULL) THEN`,
      ),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(guard);
  }
}
