import type { MigrationInterface, QueryRunner } from 'typeorm';

const ORDER = `
  -- The order of the deliveries of an ordered endpoint, which their due times are not.
  CREATE INDEX webhook_delivery_order ON webhook_delivery (endpoint_id, created_at, event_id) WHERE state = 'pending';
`;

/** The order of the deliveries of an endpoint. */
export class DeliveryOrder1795300000000 implements MigrationInterface {
  readonly name = 'DeliveryOrder1795300000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ORDER);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX webhook_delivery_order');
  }
}
