import type { LookupAddress } from 'node:dns';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { NameServer } from '../test/name-server.js';
import { AddressGuard } from './address-guard.js';
import { HttpSender } from './http-sender.js';
import { NameResolver, NameUnresolved } from './name-resolver.js';

const IPV4 = ['1.1.1.1', '9.9.9.9'];
const IPV6 = ['2606:4700:4700::1111', '2620:fe::fe'];

let nameServer: NameServer;
let names: NameResolver;

beforeAll(async () => {
  nameServer = await NameServer.start({
    'hang.example': 'silent',
    'private.example': { addresses: ['10.0.0.1', 'fd12:3456::1'] },
    'mixed.example': { addresses: ['10.0.0.1', ...IPV4, '::1', ...IPV6] },
    'alias.example': { aliasOf: 'shop.host.example', addresses: ['1.1.1.1'] },
    'half.example': { addresses: ['1.1.1.1'], silentOf: 'AAAA' },
    'empty.example': { addresses: [] },
    'crowd.example': { addresses: Array.from({ length: 20 }, (_, n) => `1.1.1.${String(n)}`) },
  });
  names = new NameResolver([nameServer.address]);
});
afterAll(() => {
  nameServer.stop();
});

describe('a delivery', () => {
  test('is not delayed by names whose name servers do not answer', async () => {
    const sender = new HttpSender(new AddressGuard([], names));
    const post = (host: string) => sender.post(`http://${host}/hooks`, '{}', {});
    const held = Array.from({ length: 16 }, (_, n) => post(`shop${String(n % 8)}.hang.example`));
    const ended: string[] = [];
    const unheld = post('private.example').finally(() => ended.push('unheld'));
    const first = held.map((attempt) => attempt.finally(() => ended.push('held')));
    expect(await unheld).toEqual({ kind: 'failed', cause: 'address_forbidden' });
    expect(new Set((await Promise.all(first)).map((result) => JSON.stringify(result)))).toEqual(
      new Set([JSON.stringify({ kind: 'failed', cause: 'dns' })]),
    );
    expect(ended[0]).toBe('unheld');
    sender.close();
  });
});

describe('the addresses of a name', () => {
  test('are those of both families, IPv6 first, and a connection gets only public ones', async () => {
    const given = await new Promise<{ error: unknown; addresses: string | LookupAddress[] }>((resolve) => {
      const lookup = new AddressGuard([], names).lookupOf(new URL('https://mixed.example/'));
      lookup('mixed.example', { all: true }, (error, addresses) => {
        resolve({ error, addresses });
      });
    });
    expect(given).toEqual({
      error: null,
      addresses: [
        ...IPV6.map((address) => ({ address, family: 6 })),
        ...IPV4.map((address) => ({ address, family: 4 })),
      ],
    });
  });

  test('are found behind an alias', async () => {
    expect(await names.resolve('alias.example')).toEqual([{ address: '1.1.1.1', family: 4 }]);
  });

  test('are those of one family when the other has no answer', async () => {
    expect(await names.resolve('half.example')).toEqual([{ address: '1.1.1.1', family: 4 }]);
  });

  test('are no more than sixteen of a family', async () => {
    expect(await names.resolve('crowd.example')).toHaveLength(16);
  });

  test.each(['nowhere.test', 'empty.example', 'a..example', `${'x'.repeat(64)}.example`])(
    'are none for %s',
    async (name) => {
      await expect(names.resolve(name)).rejects.toThrow(NameUnresolved);
    },
  );

  test.each(['localhost', 'shop.localhost', 'localhost.'])(
    'are those of this machine for %s, unasked',
    async (name) => {
      expect((await names.resolve(name)).map(({ address }) => address)).toEqual(['::1', '127.0.0.1']);
      expect(nameServer.asked.filter((asked) => asked.includes('localhost'))).toEqual([]);
    },
  );

  test('are queried once while the answer is awaited, and anew after it', async () => {
    const questions = () => nameServer.asked.filter((asked) => asked === 'one.mixed.example').length;
    await Promise.all(Array.from({ length: 8 }, () => names.resolve('one.mixed.example')));
    expect(questions()).toBe(2);
    await names.resolve('one.mixed.example');
    expect(questions()).toBe(4);
  });
});
