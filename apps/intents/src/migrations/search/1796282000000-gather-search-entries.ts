import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Entries are gathered before they go into the index: each posting list is then written once for many entries, and not once for each of them.
 * A search reads what is gathered, so its size is bounded.
 */
export class GatherSearchEntries1796282000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // kB
    await runner.query('ALTER INDEX intent_search_tokens SET (fastupdate = on, gin_pending_list_limit = 64)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER INDEX intent_search_tokens SET (fastupdate = off)');
  }
}
