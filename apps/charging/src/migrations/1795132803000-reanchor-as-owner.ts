import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The service calls it at its start, and to lock the transfers takes more than a role needs that only adds to them. */
export class ReanchorAsOwner1795132803000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER FUNCTION reanchor_ledger() SECURITY DEFINER SET search_path = public, pg_temp');
    await runner.query('REVOKE EXECUTE ON FUNCTION reanchor_ledger() FROM PUBLIC');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('GRANT EXECUTE ON FUNCTION reanchor_ledger() TO PUBLIC');
    await runner.query('ALTER FUNCTION reanchor_ledger() SECURITY INVOKER RESET search_path');
  }
}
