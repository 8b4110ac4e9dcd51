import { join } from 'node:path';
import type { OutboxRows } from '@paygate/messaging';
import type { Database, MigrationClass, Statement } from '@paygate/platform';

/** The built charging service: apps export nothing, so the bench loads its parts from there. */
const app = join(import.meta.dirname, '../../../apps/charging/src');

interface Wallet {
  readonly userId: string;
  readonly ledger: number;
}

type ChargeTerms = Readonly<Record<'startSeconds' | 'perDay' | 'perMonth', number>>;

interface ChargesRepository {
  succeed(charges: readonly never[], events: OutboxRows, terms: ChargeTerms): Promise<unknown>;
}

interface WalletsRepository {
  open(wallets: readonly Wallet[]): Promise<void>;
  topUp(topUps: readonly (Wallet & { readonly topUpId: string; readonly amount: bigint })[]): Promise<unknown>;
}

interface AccountsRepository {
  open(accounts: readonly { kind: 'merchant'; ownerId: string; ledger: number }[]): Promise<void>;
}

/** The tables of charging. */
export async function chargingMigrations(): Promise<readonly MigrationClass[]> {
  const { migrations } = (await load('migrations/migrations')) as { readonly migrations: readonly MigrationClass[] };
  return migrations;
}

export async function walletsOn(database: Database): Promise<WalletsRepository> {
  const { WalletsRepository: Wallets } = (await load('books/wallets/wallets.repository')) as {
    readonly WalletsRepository: new (database: Database) => WalletsRepository;
  };
  return new Wallets(database);
}

export async function accountsOn(database: Database): Promise<AccountsRepository> {
  const { AccountsRepository: Accounts } = (await load('books/ledger/accounts.repository')) as {
    readonly AccountsRepository: new (database: Database) => AccountsRepository;
  };
  return new Accounts(database);
}

/** The very statement with which the service settles charges. */
export async function settlingSql(): Promise<string> {
  const { ChargesRepository: Charges } = (await load('charges/charges.repository')) as {
    readonly ChargesRepository: new (database: Pick<Database, 'query'>) => ChargesRepository;
  };
  const asked: Statement[] = [];
  const listener = {
    query: <Row extends object>(statement: Statement) => {
      asked.push(statement);
      return Promise.resolve<Row[]>([]);
    },
  };
  const none = { ids: [], topics: [], keys: [], headers: [], payloads: [] };
  await new Charges(listener).succeed([], none, { startSeconds: 0, perDay: 0, perMonth: 0 });
  const [statement] = asked;
  if (statement === undefined) throw new Error('no statement was asked');
  return statement.text;
}

function load(path: string): Promise<unknown> {
  return import(join(app, `${path}.js`));
}
