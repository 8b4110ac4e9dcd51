import type { DeclineCode } from '@paygate/contracts';
import type { OutboxRows } from '@paygate/messaging';
import type { Database } from '@paygate/platform';
import { Logger, newId, ShutdownCoordinator, uuidV7 } from '@paygate/platform';
import type { TestDatabase } from '@paygate/testing';
import { openDatabase, testDatabase } from '@paygate/testing';
import pg from 'pg';
import { AccountsRepository } from '../books/ledger/accounts.repository.js';
import type { ChargeSettlement, ChargeTerms } from '../charges/charges.repository.js';
import { ChargesRepository } from '../charges/charges.repository.js';
import type { Charge } from '../charges/domain/charge.js';
import { ledgerOf, merchantAccount } from '../books/ledger/domain/ledger.js';
import { migrations } from '../migrations/migrations.js';
import { Posting } from '../books/ledger/posting.js';
import { RollUpAccounts } from '../books/ledger/roll-up-accounts.js';
import type { TopUp } from '../books/wallets/wallets.repository.js';
import { WalletsRepository } from '../books/wallets/wallets.repository.js';

export const XAF = ledgerOf('test', 'XAF');

const CONNECTIONS = 16;

/** A violation as the auditor's view reports it. */
export interface Violation {
  readonly rule: string;
  readonly subject: string;
}

/** Limits that no wallet reaches. */
export const TERMS: ChargeTerms = { startSeconds: 120, perDay: 999_999_999_999, perMonth: 999_999_999_999 };

/** The ledger alone: its repositories on a database of their own, without messages. */
export class LedgerUnderTest {
  readonly accounts: AccountsRepository;
  readonly charges: ChargesRepository;
  readonly wallets: WalletsRepository;
  readonly posting: Posting;

  private constructor(
    private readonly home: TestDatabase,
    readonly database: Database,
    shutdown: ShutdownCoordinator,
  ) {
    this.accounts = new AccountsRepository(database);
    this.charges = new ChargesRepository(database);
    this.wallets = new WalletsRepository(database);
    this.posting = new Posting(this.accounts, new RollUpAccounts(this.accounts, logger, shutdown), logger);
  }

  static async start(name: string): Promise<LedgerUnderTest> {
    const home = await testDatabase(name, migrations);
    const database = await openDatabase(home.url, CONNECTIONS);
    await connectAll(database, CONNECTIONS);
    const shutdown = new ShutdownCoordinator(logger);
    const ledger = new LedgerUnderTest(home, database, shutdown);
    // no roll-ups in the background: a suite sees only rows that it wrote
    await shutdown.run();
    return ledger;
  }

  /** Charges that always use the same connection. */
  async withOneConnection(): Promise<{ database: Database; charges: ChargesRepository }> {
    const database = await openDatabase(this.home.url, 1);
    return { database, charges: new ChargesRepository(database) };
  }

  async stop(): Promise<void> {
    await this.database.close();
    await this.home.drop();
  }

  /** The parts that a test observes or breaks. */
  sql<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.database.query<Row>({ text, values });
  }

  /** A connection of the test's own, for transactions that stay open. */
  client(): Promise<pg.Client> {
    return connect(this.home.url);
  }

  /** A connection as the service has one. */
  serviceClient(): Promise<pg.Client> {
    return connect(this.home.serviceUrl);
  }

  /** A wallet that holds `amount`. */
  async fundedUser(amount: bigint, ledger = XAF): Promise<string> {
    const userId = newId('user');
    await this.wallets.open([{ userId, ledger }]);
    if (amount > 0n) await this.topUp({ userId, ledger, amount });
    return userId;
  }

  async topUp(given: Partial<TopUp> & Pick<TopUp, 'userId'>): ReturnType<WalletsRepository['topUp']> {
    return this.wallets.topUp([{ topUpId: newId('topUp'), ledger: XAF, amount: 1_000n, ...given }]);
  }

  /** Tries to move the money of charges in one statement, as the service does. */
  succeed(...charges: readonly Charge[]): Promise<readonly (ChargeSettlement | undefined)[]> {
    return this.succeedWithin(TERMS, charges);
  }

  /** The same by other terms. */
  async succeedWithin(
    terms: ChargeTerms,
    charges: readonly Charge[],
  ): Promise<readonly (ChargeSettlement | undefined)[]> {
    const settlements = await this.posting.to(
      charges.map(({ merchantId, ledger }) => merchantAccount(merchantId, ledger)),
      () => this.charges.succeed(charges, outboxRows(charges, 'charge.succeeded'), terms),
    );
    return charges.map(({ chargeId }) => settlements.get(chargeId));
  }

  async decline(charge: Charge, code: DeclineCode): Promise<boolean> {
    const written = await this.charges.decline([charge], [code], outboxRows([charge], 'charge.failed'));
    return written.has(charge.chargeId);
  }

  async balance(ownerId: string, kind = 'wallet', ledger = XAF): Promise<bigint | undefined> {
    const [row] = await this.sql<{ balance: bigint }>(
      'SELECT balance FROM account_balance WHERE owner_id = $1 AND kind = $2 AND ledger = $3',
      [ownerId, kind, ledger],
    );
    return row?.balance;
  }

  violations(): Promise<Violation[]> {
    return this.sql<Violation>('SELECT rule, subject FROM ledger_violation ORDER BY rule, subject');
  }
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}

const logger = new Logger({ service: 'charging', instance: 'test', level: 'silent' });

/** One connection after the other: on a busy machine many at once take longer than a pool waits for one. */
async function connectAll(database: Database, count: number): Promise<void> {
  if (count > 0) await database.transaction(() => connectAll(database, count - 1));
}

export function charge(given: Partial<Charge> & Pick<Charge, 'userId'>): Charge {
  return {
    chargeId: newId('charge'),
    intentId: newId('intent'),
    merchantId: newId('merchant'),
    ledger: XAF,
    method: 'wallet',
    amount: 100n,
    fee: 1n,
    acceptedAt: new Date(),
    actor: null,
    tillId: null,
    ...given,
  };
}

export function outboxRows(charges: readonly Charge[], type: string): OutboxRows {
  return {
    ids: charges.map(() => uuidV7()),
    topics: charges.map(() => 'test.charging.v1'),
    keys: charges.map(({ intentId }) => intentId),
    headers: charges.map(() => JSON.stringify({ type })),
    payloads: charges.map(({ chargeId }) => JSON.stringify({ chargeId })),
  };
}
