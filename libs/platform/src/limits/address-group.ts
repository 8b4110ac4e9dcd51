import { isIPv6 } from 'node:net';

const HEXTETS = 8;
/** The hextets of an IPv6 address that name one customer's network. */
const NETWORK_HEXTETS = 4;
/** The part of an address that the addresses of an operator's pool share: /24 of IPv4, /48 of IPv6. */
const NEIGHBOURHOOD_OCTETS = 3;
const NEIGHBOURHOOD_HEXTETS = 3;

/** The source under which an address is counted: an IPv4 address itself, or the /64 of an IPv6 address, which one customer has. */
export function addressGroup(address: string): string {
  return isIPv6(address) ? ipv6Network(address, NETWORK_HEXTETS) : address;
}

/**
 * The network of an address: the /24 of an IPv4 address, the /48 of an IPv6 address. A customer whose operator assigns another
 * address to each connection stays in it, as do other customers of that operator.
 */
export function addressNeighbourhood(address: string): string {
  if (isIPv6(address)) return ipv6Network(address, NEIGHBOURHOOD_HEXTETS);
  return `${address.split('.').slice(0, NEIGHBOURHOOD_OCTETS).join('.')}.0/24`;
}

function ipv6Network(address: string, hextetCount: number): string {
  const [left = '', right] = (address.split('%')[0] ?? '').split('::');
  const before = hextetsOf(left);
  const after = hextetsOf(right ?? '');
  const zeros = Array.from({ length: Math.max(0, HEXTETS - before.length - after.length) }, () => 0);
  const hextets = right === undefined ? before : [...before, ...zeros, ...after];
  const network = hextets.slice(0, hextetCount).map((hextet) => hextet.toString(16));
  return `${network.join(':')}::/${hextetCount * 16}`;
}

function hextetsOf(text: string): number[] {
  return text === '' ? [] : text.split(':').map((hextet) => Number.parseInt(hextet, 16));
}
