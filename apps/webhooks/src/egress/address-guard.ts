import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { BlockList, isIP } from 'node:net';
import { NameResolver } from './name-resolver.js';

/** A connection that was refused because of its address. The text never reaches a merchant. */
export class AddressForbidden extends Error {
  override readonly name = 'AddressForbidden';
}

const FORBIDDEN_IPV4 = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local, cloud metadata
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
] as const;

/** IPv6 is refused outside the global unicast block, and in these parts of it (IANA special-purpose registry). */
const GLOBAL_UNICAST_IPV6 = '2000::/3';
const FORBIDDEN_IPV6 = [
  '2001::/23', // Teredo, benchmarking, ORCHID and other protocol assignments
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '3fff::/20', // documentation
] as const;

const blockList = (networks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList => {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    list.addSubnet(address, Number(prefix), family);
  }
  return list;
};
const forbiddenIpv4 = blockList(FORBIDDEN_IPV4, 'ipv4');
const globalIpv6 = blockList([GLOBAL_UNICAST_IPV6], 'ipv6');
const forbiddenIpv6 = blockList(FORBIDDEN_IPV6, 'ipv6');

/** True when deliveries may go to this IP address: only to public unicast addresses, by default not at all. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !forbiddenIpv4.check(address, 'ipv4');
    case 6:
      return globalIpv6.check(address, 'ipv6') && !forbiddenIpv6.check(address, 'ipv6');
    default:
      return false;
  }
}

/** Addresses that answer a machine of a cloud about itself, credentials included, beside all that is link-local. */
const NEVER_ALLOWED_IPV4 = ['169.254.0.0/16', '100.100.100.200/32', '168.63.129.16/32'];
const NEVER_ALLOWED_IPV6 = ['fe80::/10', 'fd00:ec2::254/128', 'fd20:ce::254/128'];
const neverAllowedIpv4 = blockList(NEVER_ALLOWED_IPV4, 'ipv4');
const neverAllowedIpv6 = blockList(NEVER_ALLOWED_IPV6, 'ipv6');

/** True for an `address:port` that the installation's team may allow: an IP literal, but no link-local address and none of a metadata service. */
export function mayBeAllowed(entry: string): boolean {
  const [, address = '', port] = /^(.+):([0-9]{1,5})$/.exec(entry) ?? [];
  if (Number(port) < 1 || Number(port) > 65_535) return false;
  switch (isIP(address)) {
    case 4:
      return !neverAllowedIpv4.check(address, 'ipv4');
    case 6:
      return !neverAllowedIpv4.check(address, 'ipv6') && !neverAllowedIpv6.check(address, 'ipv6');
    default:
      return false;
  }
}

/** Checks every address that a delivery is about to dial. */
export class AddressGuard {
  private readonly exceptions: ReadonlySet<string>;

  /**
   * @param exceptions `address:port` pairs that may be dialled although they are not public: a receiver that the installation's team knows. A URL
   * leads there by the address itself, or by a name that resolves to it.
   */
  constructor(
    exceptions: readonly string[],
    private readonly names = new NameResolver(),
  ) {
    this.exceptions = new Set(exceptions);
  }

  /**
   * Refuses a URL whose host is an IP literal that may not be dialled. Node dials literals without a look-up, so
   * {@link lookup} never sees them. Public literals are refused too: a merchant's endpoint has a name.
   * @throws AddressForbidden
   */
  checkLiteral(url: URL): void {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && !this.exceptions.has(`${host}:${portOf(url)}`)) {
      throw new AddressForbidden(`${host} is an IP literal`);
    }
  }

  /**
   * Resolves the name of a URL to its allowed addresses only. It runs inside the connect, so the address that was checked is the one
   * that is dialled, whatever the name server answers next.
   */
  lookupOf(url: URL): LookupFunction {
    const port = portOf(url);
    return (hostname, options, callback) => {
      this.allowedAddressesOf(hostname, port).then(
        (addresses) => {
          if (options.all === true) callback(null, addresses);
          else callback(null, addresses[0].address, addresses[0].family);
        },
        (error: unknown) => {
          callback(error as Error, []);
        },
      );
    };
  }

  /**
   * The addresses of a name that a connection to this port may use.
   * @throws AddressForbidden NameUnresolved
   */
  private async allowedAddressesOf(hostname: string, port: string): Promise<[LookupAddress, ...LookupAddress[]]> {
    const addresses = await this.names.resolve(hostname);
    const [first, ...more] = addresses.filter(
      ({ address }) => isPublicAddress(address) || this.exceptions.has(`${address}:${port}`),
    );
    if (first === undefined) throw new AddressForbidden(`${hostname} resolves to no address that is public or allowed`);
    return [first, ...more];
  }
}

function portOf(url: URL): string {
  if (url.port !== '') return url.port;
  return url.protocol === 'https:' ? '443' : '80';
}
