import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { awaitMigrations, runMigrations } from '../database/migrations.js';
import type { FreshDatabase } from './fresh-database.js';
import { freshDatabase } from './fresh-database.js';

class First1000000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE item (name text)');
  }

  async down(): Promise<void> {
    // nobody goes back
  }
}

class Second1000000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE item ADD COLUMN size integer');
  }

  async down(): Promise<void> {
    // nobody goes back
  }
}

describe('waiting for migrations', () => {
  let fresh: FreshDatabase;
  const both = [First1000000000000, Second1000000000001];
  const wait = (timeoutMs: number) => awaitMigrations({ url: fresh.url, migrations: both, timeoutMs });

  beforeEach(async () => {
    fresh = await freshDatabase();
  });
  afterEach(() => fresh.drop());

  it('ends when the last of them has run', async () => {
    let ended = false;
    const waiting = wait(60_000).then(() => (ended = true));
    await runMigrations({ url: fresh.url, migrations: [First1000000000000] });
    await delay(1_500);
    expect(ended).toBe(false);
    await runMigrations({ url: fresh.url, migrations: both });
    await waiting;
    expect(ended).toBe(true);
  });

  it('does not mind those of a later version', async () => {
    await runMigrations({ url: fresh.url, migrations: both });
    await expect(
      awaitMigrations({ url: fresh.url, migrations: [First1000000000000], timeoutMs: 0 }),
    ).resolves.toBeUndefined();
  });

  it('names those that are missing after the time-out', async () => {
    await expect(wait(0)).rejects.toThrow('First1000000000000, Second1000000000001');
    await runMigrations({ url: fresh.url, migrations: [First1000000000000] });
    await expect(wait(0)).rejects.toThrow(/have not run: Second1000000000001$/);
  });

  it('outlasts a server that does not answer yet', async () => {
    const away = 'postgres://nobody:nothing@127.0.0.1:1/none';
    await expect(awaitMigrations({ url: away, migrations: both, timeoutMs: 1_200 })).rejects.toThrow('ECONNREFUSED');
  });
});
