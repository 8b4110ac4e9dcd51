import { buildIndex } from '@paygate/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The keys that a key made, the acts of keys that leave something behind, and those that end it, for revocations. */
export class FindWorkOfKeys1796250011000 implements MigrationInterface {
  readonly name = 'FindWorkOfKeys1796250011000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, {
      name: 'api_key_maker',
      table: 'api_key',
      definition: '(maker_id) WHERE maker_id IS NOT NULL',
    });
    await buildIndex(runner, {
      name: 'audit_record_work',
      table: 'audit_record',
      definition: `(merchant_id, actor) WHERE action IN ('webhook_endpoint.created', 'webhook_endpoint.changed',
        'webhook_endpoint.enabled', 'webhook_endpoint.secret_rotated', 'payment_link.created', 'payment_link.activated',
        'payout_schedule.changed')`,
    });
    await buildIndex(runner, {
      name: 'audit_record_ends',
      table: 'audit_record',
      definition: `(merchant_id, subject) WHERE action IN ('webhook_endpoint.deleted', 'payment_link.deactivated',
        'payout_schedule.changed')`,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX api_key_maker, audit_record_work, audit_record_ends');
  }
}
