import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Type } from '@nestjs/common';
import { Controller, Inject, Module } from '@nestjs/common';
import type { Reply, TableContract, TablePage } from '@paygate/contracts';
import { accept, ReadTable, tableStreams } from '@paygate/contracts';
import { Clock, Database, DatabaseServiceConfig, PlatformModule, ServiceConfig } from '@paygate/platform';
import type { RunningApp } from '@paygate/testing';
import { eventually, RowsInMemory, startApp } from '@paygate/testing';
import type { Table } from '../index.js';
import { Counters, HandleCommand, MessagingModule, TableOwner, tableToken, UnitOfWork } from '../index.js';
import type { Deposit, Deposited, Rate } from './toy-contracts.js';
import { deposit, rateOfDepositsTable, rateTable } from './toy-contracts.js';
import { ToyWorld } from './toy-world.js';

/** The rows of the owner, whatever the topic holds. */
const rates = new RowsInMemory(rateTable);
const silence = { isKept: false };

function ownerOf(name: 'auth' | 'otp', table: TableContract<Rate>): Type {
  @Controller()
  class RateOwner {
    constructor(private readonly database: Database) {}

    @HandleCommand(table.snapshot)
    async read(command: ReadTable): Promise<Reply<TablePage>> {
      await eventually(() => !silence.isKept);
      return new TableOwner(this.database, [rates]).read(command);
    }
  }

  @Module({
    imports: [
      PlatformModule.forService(name, DatabaseServiceConfig),
      MessagingModule.forService({ ownedTables: [table] }),
    ],
    controllers: [RateOwner],
  })
  class RateOwnerModule {}
  return RateOwnerModule;
}

@Module({
  imports: [PlatformModule.forService('gateway', ServiceConfig), MessagingModule.forService({ tables: [rateTable] })],
})
class RateReaderModule {}

@Controller()
class Deposits {
  constructor(@Inject(tableToken(rateOfDepositsTable)) private readonly table: Table<Rate>) {}

  @HandleCommand(deposit)
  take({ account }: Deposit): Promise<Reply<Deposited>> {
    return Promise.resolve(accept({ account, balance: this.table.get(account)?.value ?? 0 }));
  }
}

@Module({
  imports: [
    PlatformModule.forService('intents', ServiceConfig),
    MessagingModule.forService({ tables: [rateOfDepositsTable] }),
  ],
  controllers: [Deposits],
})
class DepositsModule {}

describe('tables', () => {
  let world: ToyWorld;
  let owner: RunningApp;
  let reader: RunningApp;
  let table: Table<Rate>;

  const start = (side: 'owner' | 'reader', unready = false): Promise<RunningApp> => {
    const env = world.env(world.owner);
    return side === 'owner'
      ? startApp({ name: 'auth', module: ownerOf('auth', rateTable), config: DatabaseServiceConfig, env })
      : startApp({ name: 'gateway', module: RateReaderModule, config: ServiceConfig, env, unready });
  };
  const put = (rate: Rate): Promise<void> => {
    rates.put(rate);
    return owner.get(UnitOfWork).run((tx) => {
      tx.putRow(rateTable, rate);
      return Promise.resolve();
    });
  };

  beforeAll(async () => {
    world = await ToyWorld.create();
    [owner, reader] = await Promise.all([start('owner'), start('reader')]);
    table = reader.get<Table<Rate>>(tableToken(rateTable));
  });

  afterAll(async () => {
    await Promise.all([owner.stop(), reader.stop()]);
    await world.end();
  });

  it('hold the newest version of each row, in whatever order they come', async () => {
    const changes: Rate[] = [];
    const stop = table.onChange((_, row) => changes.push(row));
    await put({ name: 'a', version: 1, value: 10 });
    await put({ name: 'a', version: 3, value: 30 });
    await put({ name: 'a', version: 2, value: 20 });
    await put({ name: 'last', version: 1, value: 0 });
    await eventually(() => table.get('last'));
    stop();
    expect(table.get('a')).toEqual({ name: 'a', version: 3, value: 30 });
    expect(changes.map((row) => row.value)).toEqual([10, 30, 0]);
  });

  it('take rows from their owner only, and only whole ones', async () => {
    const counters = reader.get(Counters);
    const refused = counters.read('table_rows_refused');
    const row = (payload: object) => ({ type: rateTable.type, key: 'a', payload });
    const good = world.signed('auth', tableStreams.apiKeys, row({ name: 'a', version: 9, value: 90 }));
    await world.send(
      world.signed('operator', tableStreams.apiKeys, row({ name: 'a', version: 7, value: 70 })),
      { ...good, value: good.value.replace('90', '91') },
      { ...good, key: 'b' },
      world.signed('auth', tableStreams.apiKeys, row({ name: 'a', version: 8 })),
      world.signed('auth', tableStreams.apiKeys, {
        type: rateTable.type,
        key: 'c',
        payload: { name: 'c', version: 1, value: 1 },
      }),
    );
    await eventually(() => table.get('c'));
    expect(table.get('a')?.version).toBe(3);
    expect(table.get('b')).toBeUndefined();
    expect(counters.read('table_rows_refused') - refused).toBe(4);
  });

  it('are fresh while heartbeats of their owner arrive, and have its database’s time', async () => {
    await eventually(() => table.fresh());
    const [row] = await world.owner.query<{ now: Date }>('SELECT clock_timestamp() AS now');
    expect(Math.abs(reader.get(Clock).epochMs() - (row?.now.getTime() ?? 0))).toBeLessThan(2_000);
  });

  it('are not verified and not fresh, and their reader is not ready, until a heartbeat of their owner arrives', async () => {
    await owner.stop();
    const late = await start('reader', true);
    const again = late.get<Table<Rate>>(tableToken(rateTable));
    // a heartbeat from before our start is on the topic, and proves nothing
    expect(again.fresh()).toBe(false);
    await eventually(() => !table.fresh());
    expect([again.complete, again.fresh()]).toEqual([false, false]);
    owner = await start('owner');
    await eventually(() => again.fresh() && table.fresh());
    await late.stop();
  });

  it('are read from their owner at the start: what anybody wrote to the topic changes nothing', async () => {
    const [revoked, emptied] = ['revoked', 'emptied'].map((name) => ({ name, version: 1, value: 1 }));
    const record = (rate: Rate | undefined) =>
      world.signed('auth', tableStreams.apiKeys, { type: rateTable.type, key: rate?.name ?? '', payload: rate ?? {} });
    rates.put({ name: 'revoked', version: 2, value: 0 });
    rates.put({ name: 'emptied', version: 1, value: 1 });
    const repeated = record(revoked);
    // an old state that was signed once and is written again, and an empty record that anybody can write
    await world.send(repeated, { ...record(emptied), value: null, headers: {} });

    silence.isKept = true;
    const late = await start('reader', true);
    const [again, counters] = [late.get<Table<Rate>>(tableToken(rateTable)), late.get(Counters)];
    await eventually(() => counters.read('commands_sent') > 0);
    expect(again.fresh()).toBe(false);

    silence.isKept = false;
    await again.ready;
    expect(again.fresh()).toBe(true);
    await world.send(repeated, { ...record(emptied), value: null, headers: {} });
    await eventually(() => counters.read('table_rows_refused') === 1);
    expect(['revoked', 'emptied', 'a'].map((name) => again.get(name)?.version)).toEqual([2, 1, 3]);
    await late.stop();
  });

  it('are complete before an instance that starts takes its first command', async () => {
    rates.put({ name: 'known', version: 1, value: 7 });
    const client = await world.startClient();
    const env = world.env(world.owner);
    const module = ownerOf('otp', rateOfDepositsTable);
    const other = await startApp({ name: 'otp', module, config: DatabaseServiceConfig, env });
    silence.isKept = true;
    const late = await startApp({ name: 'intents', module: DepositsModule, config: ServiceConfig, env, unready: true });
    const reply = client.ask(deposit, { account: 'known', amount: 1 }, 30_000);
    // time enough to answer without the table
    await Promise.race([reply, delay(3_000)]);
    silence.isKept = false;
    expect(await reply).toEqual(accept({ account: 'known', balance: 7 }));
    await Promise.all([late.stop(), other.stop(), client.stop()]);
  });

  it('of many and large rows are read in pages', async () => {
    const names = Array.from({ length: 1_200 }, (_, index) => `many-${index}`);
    for (const name of names) rates.put({ name, version: 1, value: 1 });
    const late = await start('reader');
    const again = late.get<Table<Rate>>(tableToken(rateTable));
    expect(names.filter((name) => again.get(name) === undefined)).toEqual([]);
    await late.stop();
  });
});
