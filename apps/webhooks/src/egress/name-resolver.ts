import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';

/** Milliseconds after which a look-up uses the answers it has: shorter than the connect time-out, which includes it. */
const LOOKUP_TIMEOUT_MS = 3_000;
/** Milliseconds until a query is repeated, because datagrams get lost. */
const QUESTION_TIMEOUT_MS = 1_500;
const QUESTION_TRIES = 2;
/** Addresses of one family that are used: a name can have thousands, and all would be dialled in turn. */
const ADDRESSES_MAX = 16;

/** RFC 6761, section 6.3: these names mean this machine, without a query. */
const LOCAL_NAME = /(^|\.)localhost\.?$/;
const LOOPBACK: readonly LookupAddress[] = [
  { address: '::1', family: 6 },
  { address: '127.0.0.1', family: 4 },
];

/** A name without an address, or without an answer in time. */
export class NameUnresolved extends Error {
  override readonly name = 'NameUnresolved';
}

/**
 * Resolves merchants' hosts by c-ares instead of getaddrinfo, which blocks a thread of a small pool while a name server is
 * silent: one merchant's name server would delay the look-ups of all others and of the process itself. `/etc/hosts` and search
 * domains are therefore not read.
 */
export class NameResolver {
  private readonly underWay = new Map<string, Promise<readonly LookupAddress[]>>();

  /** @param servers `address:port` of the name servers to ask; without any, those that the system is set up with */
  constructor(private readonly servers: readonly string[] = []) {}

  /**
   * The addresses of a name, IPv6 first. Concurrent look-ups of one name share one answer.
   * @throws NameUnresolved
   */
  resolve(hostname: string): Promise<readonly LookupAddress[]> {
    if (LOCAL_NAME.test(hostname)) return Promise.resolve(LOOPBACK);
    const underWay = this.underWay.get(hostname);
    if (underWay !== undefined) return underWay;
    const lookup = this.ask(hostname).finally(() => this.underWay.delete(hostname));
    this.underWay.set(hostname, lookup);
    return lookup;
  }

  /**
   * Each look-up has a resolver of its own: it can be cancelled alone, has its own source port, and reads the system's present
   * name servers.
   */
  private async ask(hostname: string): Promise<readonly LookupAddress[]> {
    const resolver = new Resolver({ timeout: QUESTION_TIMEOUT_MS, tries: QUESTION_TRIES });
    if (this.servers.length > 0) resolver.setServers(this.servers);
    const deadline = setTimeout(() => {
      resolver.cancel();
    }, LOOKUP_TIMEOUT_MS);
    const [ipv6, ipv4] = await Promise.allSettled([resolver.resolve6(hostname), resolver.resolve4(hostname)]);
    clearTimeout(deadline);
    const addresses = [...answered(ipv6, 6), ...answered(ipv4, 4)];
    if (addresses.length === 0) throw new NameUnresolved(`${hostname} has no address`);
    return addresses;
  }
}

function answered(answer: PromiseSettledResult<readonly string[]>, family: 4 | 6): readonly LookupAddress[] {
  if (answer.status === 'rejected') return [];
  return answer.value.slice(0, ADDRESSES_MAX).map((address) => ({ address, family }));
}
