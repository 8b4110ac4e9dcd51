import { isIPv6 } from 'node:net';

/** Hextets of the part of an IPv6 address that is one customer's network. */
const NETWORK_HEXTETS = 4;
const HEXTETS = 8;

/** What is counted as one caller: an IPv4 address, or the /64 of an IPv6 address, of which one caller has 2^64. */
export function addressGroup(address: string): string {
  if (!isIPv6(address)) return address;
  const [before = '', after] = address.toLowerCase().split('%', 1)[0]?.split('::') ?? [];
  const leading = before === '' ? [] : before.split(':');
  const trailing = after === undefined || after === '' ? [] : after.split(':');
  const gap = after === undefined ? 0 : HEXTETS - leading.length - trailing.length;
  const hextets = [...leading, ...Array.from({ length: gap }, () => '0'), ...trailing];
  return `${hextets
    .slice(0, NETWORK_HEXTETS)
    .map((hextet) => Number.parseInt(hextet, 16).toString(16))
    .join(':')}::/64`;
}
