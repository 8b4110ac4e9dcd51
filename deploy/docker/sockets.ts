import { topology } from '../topology.ts';
import { container, containersOf, docker } from './containers.ts';
import { LOAD_CONTAINER } from './trial-file.ts';

/** The services that play the internet in test mode. */
const INTERNET = ['rail-simulator', 'receiver', 'load'];
/** The ports on which containers accept connections; the other end of such a connection opened it. */
const ACCEPTING = new Set([5432, 6379, 9092, 8443, 8025, 2525, 8026, 8080, 4318]);
const SYN_SENT_AND_ESTABLISHED = new Set(['01', '02']);
const LOCAL = /^(127\.|::1$|0\.0\.0\.0$)/;
/** Connections that only the demo and the simulator open. */
const DEMO: readonly string[] = ['load', 'rail-simulator', 'seed', 'smoke'];
/** The peers that deploy/topology.yaml calls by their task. */
const TASKS: Readonly<Record<string, string>> = { jaeger: 'collector' };

/** Connections between the containers now that deploy/topology.yaml does not declare. */
export async function undeclaredConnections(): Promise<readonly string[]> {
  const ids = [...(await containersOf()), LOAD_CONTAINER];
  const inspected = await Promise.all(
    ids.map(async (id) => {
      const { Config, NetworkSettings } = await container(id);
      const addresses = Object.values(NetworkSettings.Networks).map(({ IPAddress }) => IPAddress);
      return { id, service: Config.Labels['com.docker.compose.service'] ?? id, addresses };
    }),
  );
  const serviceAt = new Map(inspected.flatMap(({ service, addresses }) => addresses.map((one) => [one, service])));
  const found = await Promise.all(
    inspected.map(async ({ id, service }) => {
      const opened = socketsOf(await docker('exec', id, 'cat', '/proc/net/tcp', '/proc/net/tcp6'));
      return opened.map(({ address, port }) => ({ from: service, to: serviceAt.get(address) ?? address, port }));
    }),
  );
  const edges = new Set(found.flat().map(({ from, to }) => `${from} → ${to}`));
  console.log(`  ${[...edges].toSorted().join(', ')}`);
  return [...edges].filter((edge) => !isDeclared(edge));
}

/** The other ends of the connections that a container opened, from /proc/net/tcp and tcp6. */
export function socketsOf(table: string): readonly { readonly address: string; readonly port: number }[] {
  return table
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , , state = '']) => SYN_SENT_AND_ESTABLISHED.has(state))
    .map(([, , remote = '']) => remote.split(':'))
    .map(([address = '', port = '']) => ({ address: addressOf(address), port: Number.parseInt(port, 16) }))
    .filter(({ address, port }) => ACCEPTING.has(port) && !LOCAL.test(address));
}

/** The kernel prints each 32 bits in the machine's order; of an IPv4 address in an IPv6 socket the last are the address. */
function addressOf(hex: string): string {
  const bytes = hex.slice(-8).match(/../g) ?? [];
  return bytes
    .toReversed()
    .map((byte) => Number.parseInt(byte, 16))
    .join('.');
}

function isDeclared(edge: string): boolean {
  const [from = '', to = ''] = edge.split(' → ');
  if (DEMO.includes(from)) return true;
  const opens = topology[from]?.opens ?? [];
  return opens.includes(TASKS[to] ?? to) || (INTERNET.includes(to) && opens.includes('internet'));
}
