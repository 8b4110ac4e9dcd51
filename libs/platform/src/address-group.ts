import { isIPv6 } from 'node:net';

const HEXTETS = 8;
/** The hextets of an IPv6 address that name one customer's network. */
const NETWORK_HEXTETS = 4;

/** What is counted as one source: an IPv4 address, or the /64 of an IPv6 address, of which one customer has 2^64. */
export function addressGroup(address: string): string {
  if (!isIPv6(address)) return address;
  const [left = '', right] = (address.split('%')[0] ?? '').split('::');
  const before = hextetsOf(left);
  const after = hextetsOf(right ?? '');
  const zeros = Array.from({ length: Math.max(0, HEXTETS - before.length - after.length) }, () => 0);
  const hextets = right === undefined ? before : [...before, ...zeros, ...after];
  const network = hextets.slice(0, NETWORK_HEXTETS).map((hextet) => hextet.toString(16));
  return `${network.join(':')}::/64`;
}

function hextetsOf(text: string): number[] {
  return text === '' ? [] : text.split(':').map((hextet) => Number.parseInt(hextet, 16));
}
