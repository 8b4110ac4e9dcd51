import { isIPv6 } from 'node:net';

const HEXTETS = 8;
/** The hextets of an IPv6 address that name one customer's network. */
const NETWORK_HEXTETS = 4;
/** The parts of an address that an operator's pool has in common: /24 of IPv4, /48 of IPv6. */
const NEIGHBOURHOOD_OCTETS = 3;
const NEIGHBOURHOOD_HEXTETS = 3;

/** What is counted as one source: an IPv4 address, or the /64 of an IPv6 address, of which one customer has 2^64. */
export function addressGroup(address: string): string {
  return isIPv6(address) ? ipv6Network(address, NETWORK_HEXTETS) : address;
}

/**
 * Where an address is at home: the /24 of an IPv4 address, the /48 of an IPv6 address. A customer whose operator gives out
 * another address with each connection stays in it, and so do the neighbours.
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
