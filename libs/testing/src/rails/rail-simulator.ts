import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { Child } from '../child.js';
import { startChild } from '../child.js';
import { eventually } from '../patience.js';
import type { TestDatabase } from '../test-database.js';
import { SERVICE_ROLE, testDatabase } from '../test-database.js';
import { RailControl } from './rail-control.js';

/** The rail simulator in a process and with a database of its own. */
export interface RailSimulator {
  /** The URL of the operators. */
  readonly url: string;
  /** The inbox, and the page of payers' phones. */
  readonly pagesUrl: string;
  readonly control: RailControl;
  readonly database: TestDatabase;
  /** The variables by which charging reaches the operators: MTN_MOMO_TEST_URL, MTN_MOMO_TEST_CREDENTIALS, and so on. */
  readonly env: Readonly<Record<string, string>>;
  /** Ends the process with SIGKILL. */
  kill(): Promise<void>;
  /** Starts it again, on the same ports and books. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export const INBOX_TOKEN = 'inbox-token-of-tests';

const ENTRY = 'apps/rail-simulator/src/main.ts';

const credentials = {
  MTN_MOMO_TEST_CREDENTIALS: JSON.stringify({
    targetEnvironment: 'mtncameroon',
    subscriptionKey: 'subscription-key-of-tests',
    apiUser: '5b1f7a52-6f0e-4a43-9c1d-2f4f9f7d8a10',
    apiKey: 'api-key-of-tests',
    // the simulator has issued one of each
    disbursementSubscriptionKey: 'subscription-key-of-tests',
    disbursementApiUser: '5b1f7a52-6f0e-4a43-9c1d-2f4f9f7d8a10',
    disbursementApiKey: 'api-key-of-tests',
  }),
  ORANGE_MONEY_TEST_CREDENTIALS: JSON.stringify({
    clientId: 'client-of-tests',
    clientSecret: 'client-secret-of-tests',
    authToken: 'auth-token-of-tests',
    channelMsisdn: '690000000',
    channelPin: '1234',
  }),
};

/** The empty books of a simulator, which a worker of Jest makes once. */
let emptyBooks: Promise<TestDatabase> | undefined;

/** Starts a rail simulator for one suite. Callbacks go to 127.0.0.1. */
export async function startRailSimulator(): Promise<RailSimulator> {
  const database = await (await (emptyBooks ??= migrated())).copied();
  const [rails, inbox] = [await freePort(), await freePort()];
  const env = {
    ...credentials,
    ...{ TEST_MODE: 'true', HEALTH_PORT: '0', LOG_LEVEL: 'silent', INBOX_TOKEN },
    ...{ RAILS_PORT: String(rails), INBOX_PORT: String(inbox), MTN_MOMO_CALLBACK_HOST: '127.0.0.1' },
  };
  const pages = `http://127.0.0.1:${inbox}`;
  const start = async (): Promise<Child> => {
    const started = await startChild({ entry: ENTRY, env: { ...env, DATABASE_URL: database.serviceUrl } });
    await eventually(async () => (await fetch(`${pages}/control/clock`)).ok);
    return started;
  };
  let child = await start();
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await child.ended;
  };
  const url = `http://127.0.0.1:${rails}`;
  return {
    ...{ url, pagesUrl: pages, database, kill },
    control: new RailControl(`${pages}/control`),
    env: { ...credentials, MTN_MOMO_TEST_URL: url, ORANGE_MONEY_TEST_URL: url },
    restart: async () => {
      child = await start();
    },
    stop: async () => {
      await kill();
      await database.drop();
    },
  };
}

async function migrated(): Promise<TestDatabase> {
  const database = await testDatabase('rail-simulator', []);
  const env = { DATABASE_URL: database.url, DATABASE_RUNTIME_ROLE: SERVICE_ROLE };
  const ended = await (await startChild({ entry: ENTRY, env, args: ['migrate'] })).ended;
  if (ended !== '0') throw new Error(`the rail simulator cannot be migrated: ${ended}`);
  return database;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
