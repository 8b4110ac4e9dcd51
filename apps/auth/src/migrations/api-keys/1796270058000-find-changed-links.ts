import { buildIndex } from '@paygate/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const acts = `'webhook_endpoint.created', 'webhook_endpoint.changed', 'webhook_endpoint.enabled',
  'webhook_endpoint.secret_rotated', 'payment_link.created', 'payment_link.activated', 'payout_schedule.changed'`;

/** Links that a key changed are among what its revocation ends. The version before finds its acts by the wider index, too. */
export class FindChangedLinks1796270058000 implements MigrationInterface {
  readonly name = 'FindChangedLinks1796270058000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const definition = `(merchant_id, actor) WHERE action IN (${acts}, 'payment_link.changed')`;
    await buildIndex(runner, { name: 'audit_record_key_work', table: 'audit_record', definition });
    await runner.query('DROP INDEX IF EXISTS audit_record_work');
  }

  async down(runner: QueryRunner): Promise<void> {
    const definition = `(merchant_id, actor) WHERE action IN (${acts})`;
    await buildIndex(runner, { name: 'audit_record_work', table: 'audit_record', definition });
    await runner.query('DROP INDEX audit_record_key_work');
  }
}
