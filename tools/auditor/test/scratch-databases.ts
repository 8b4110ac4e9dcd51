import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import type { DataService } from '@paygate/contracts';
import { dataServices } from '@paygate/contracts';
import type { TestDatabase } from '@paygate/testing';
import { testDatabase } from '@paygate/testing';
import pg from 'pg';
import type { DatabaseUrls } from '../databases.js';

const run = promisify(execFile);

/** Statements bypass triggers, because the auditor must also find what triggers refuse. */
const PAST_TRIGGERS = 'SET session_replication_role = replica';

/** A migrated database of each service, and copies in which violations are planted. */
export class ScratchDatabases {
  readonly urls: DatabaseUrls;
  readonly #databases: readonly TestDatabase[];

  private constructor(databases: Readonly<Record<DataService, TestDatabase>>) {
    this.#databases = Object.values(databases);
    this.urls = Object.fromEntries(
      Object.entries(databases).map(([service, { url }]) => [service, url]),
    ) as unknown as DatabaseUrls;
  }

  /** `rows`: by service, the statements that fill its database */
  static async make(rows: Readonly<Record<DataService, readonly string[]>>): Promise<ScratchDatabases> {
    const made = await Promise.all(
      dataServices.map(async (service) => {
        const database = await testDatabase(`audited_${service}`, []);
        const env = { ...process.env, DATABASE_URL: database.url, LOG_LEVEL: 'warn' };
        await run(process.execPath, [`dist/services/${service}/main.js`, 'migrate'], { env });
        await onClient(database.url, [PAST_TRIGGERS, ...rows[service]]);
        return [service, database] as const;
      }),
    );
    return new ScratchDatabases(Object.fromEntries(made) as Record<DataService, TestDatabase>);
  }

  /** Calls `look` with the databases, where one is a copy in which `plant` was executed. */
  async withPlanted(service: DataService, plant: string, look: (urls: DatabaseUrls) => Promise<void>): Promise<void> {
    const original = new URL(this.urls[service]);
    const copy = `${original.pathname.slice(1)}_${randomBytes(4).toString('hex')}`;
    const admin = new URL(original);
    admin.pathname = '/postgres';
    const url = new URL(original);
    url.pathname = `/${copy}`;
    await onClient(admin.toString(), [`CREATE DATABASE ${copy} TEMPLATE ${original.pathname.slice(1)}`]);
    try {
      await onClient(url.toString(), [PAST_TRIGGERS, plant]);
      await look({ ...this.urls, [service]: url.toString() });
    } finally {
      await onClient(admin.toString(), [`DROP DATABASE ${copy} WITH (FORCE)`]);
    }
  }

  async drop(): Promise<void> {
    await Promise.all(this.#databases.map((database) => database.drop()));
  }
}

async function onClient(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
