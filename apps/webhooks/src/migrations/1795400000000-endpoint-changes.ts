import type { MigrationInterface, QueryRunner } from 'typeorm';

const CHANGES = `
  -- After a change of the endpoint, pending deliveries made at this time or later are still to be made due; null when all are.
  ALTER TABLE webhook_endpoint ADD COLUMN due_from timestamptz;
  CREATE INDEX webhook_endpoint_due_from ON webhook_endpoint (due_from) WHERE due_from IS NOT NULL;
`;

/** The mark that applies a change of an endpoint to the deliveries that wait. */
export class EndpointChanges1795400000000 implements MigrationInterface {
  readonly name = 'EndpointChanges1795400000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CHANGES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE webhook_endpoint DROP COLUMN due_from');
  }
}
