import { once } from 'node:events';
import type { AddressInfo, LookupFunction, Server } from 'node:net';
import { createServer } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { NameServer } from '../test/name-server.js';
import { AddressForbidden, AddressGuard, isPublicAddress } from './address-guard.js';
import { HttpSender } from './http-sender.js';
import { NameResolver } from './name-resolver.js';

/* Listeners on addresses of this machine count the connections that reach them, by names of a real name server and by literals. */

let nameServer: NameServer;
let servers: Server[];
let connections = 0;

beforeAll(async () => {
  nameServer = await NameServer.start({
    'loopback.example': { addresses: ['127.0.0.1'] },
    'loopback-net.example': { addresses: ['127.9.9.9'] },
    'any.example': { addresses: ['0.0.0.0'] },
    'loopback6.example': { addresses: ['::1'] },
    'both.example': { addresses: ['127.0.0.1', '::1'] },
    // names of the same zone that change to this machine after their first look-up; nothing has the first address
    'rebinding.example': { addresses: ['3ffe::1'], later: ['127.0.0.1'] },
    'alias.example': { aliasOf: 'internal.example', addresses: ['127.0.0.1'] },
  });
  const [ipv4, ipv6] = [counting(), counting()];
  servers = [ipv4, ipv6];
  ipv4.listen(0, '0.0.0.0');
  await once(ipv4, 'listening');
  ipv6.listen({ port: portOf(ipv4), host: '::', ipv6Only: true });
  await once(ipv6, 'listening');
});
afterAll(() => {
  nameServer.stop();
  for (const server of servers) server.close();
});
beforeEach(() => {
  connections = 0;
});

/** A listener that counts its connections. */
function counting(): Server {
  return createServer((socket) => {
    connections += 1;
    socket
      .on('error', () => undefined)
      .resume()
      .end('HTTP/1.1 204 No Content\r\n\r\n');
  });
}

function portOf(server: Server | undefined): number {
  return (server?.address() as AddressInfo).port;
}

/** A guard that looks a name up to check it, and again to dial it. */
class CheckingBefore extends AddressGuard {
  private readonly each = new NameResolver([nameServer.address]);

  constructor() {
    super([]);
  }

  override readonly lookupOf = (): LookupFunction => (hostname, options, callback) => {
    const dial = async () => {
      const checked = await this.each.resolve(hostname);
      if (!checked.every(({ address }) => isPublicAddress(address))) throw new AddressForbidden(hostname);
      return this.each.resolve(hostname);
    };
    dial().then(
      (addresses) => {
        if (options.all === true) callback(null, [...addresses]);
        else callback(null, addresses[0]?.address ?? '', addresses[0]?.family);
      },
      (error: unknown) => {
        callback(error as Error, []);
      },
    );
  };
}

/** A guard that lets everything through. */
class NoGuard extends AddressGuard {
  private readonly all = new NameResolver([nameServer.address]);

  override checkLiteral(): void {
    // every literal passes
  }

  override readonly lookupOf = (): LookupFunction => (hostname, options, callback) => {
    this.all.resolve(hostname).then(
      (addresses) => {
        if (options.all === true) callback(null, [...addresses]);
        else callback(null, addresses[0]?.address ?? '', addresses[0]?.family);
      },
      (error: unknown) => {
        callback(error as Error, []);
      },
    );
  };
}

const HOSTS = [
  'loopback.example',
  'loopback-net.example',
  'any.example',
  'loopback6.example',
  'both.example',
  'alias.example',
  'localhost',
  'shop.localhost',
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '0',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
] as const;

async function postTo(host: string, guard: AddressGuard) {
  const sender = new HttpSender(guard);
  try {
    return await sender.post(`http://${host}:${String(portOf(servers[0]))}/hooks`, '{}', {});
  } finally {
    sender.close();
  }
}

test.each(HOSTS)('no connection is made to %s, and one would be without the guard', async (host) => {
  const guarded = await postTo(host, new AddressGuard([], new NameResolver([nameServer.address])));
  expect(guarded).toEqual({ kind: 'failed', cause: 'address_forbidden' });
  expect(connections).toBe(0);
  expect(await postTo(host, new NoGuard([]))).toMatchObject({ kind: 'answered', status: 204 });
  expect(connections).toBe(1);
});

test('no connection is made to a name that changes to such an address after it was checked, and one would be by a second look-up', async () => {
  const guard = new AddressGuard([], new NameResolver([nameServer.address]));
  const name = 'a.rebinding.example';
  // the address that was checked is dialled, and nothing answers there
  expect(await postTo(name, guard)).toMatchObject({ kind: 'failed', cause: expect.not.stringMatching('forbidden') });
  expect(await postTo(name, guard)).toEqual({ kind: 'failed', cause: 'address_forbidden' });
  expect(nameServer.asked.filter((asked) => asked === name)).toHaveLength(4);
  expect(connections).toBe(0);
  expect(await postTo('b.rebinding.example', new CheckingBefore())).toMatchObject({ kind: 'answered', status: 204 });
  expect(connections).toBe(1);
  expect(await postTo(name, new NoGuard([]))).toMatchObject({ kind: 'answered', status: 204 });
  expect(connections).toBe(2);
});

test('a redirect to such an address is not followed', async () => {
  const internal = `http://127.0.0.1:${String(portOf(servers[0]))}/`;
  const redirecting = createServer((socket) => {
    socket
      .on('error', () => undefined)
      .resume()
      .end(`HTTP/1.1 307 Temporary Redirect\r\nlocation: ${internal}\r\ncontent-length: 0\r\n\r\n`);
  }).listen(0, '127.0.0.1');
  await once(redirecting, 'listening');
  const address = `127.0.0.1:${String(portOf(redirecting))}`;
  const sender = new HttpSender(new AddressGuard([address]));
  expect(await sender.post(`http://${address}/`, '{}', {})).toMatchObject({ kind: 'answered', status: 307 });
  expect(connections).toBe(0);
  sender.close();
  redirecting.close();
});
