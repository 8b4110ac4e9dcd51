import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Checkout } from './checkout.js';

const FAMILIES = { 4: 'ipv4', 6: 'ipv6' } as const;

/** The proxies whose `x-forwarded-` headers count. */
export class Proxies {
  private readonly trusted = new BlockList();

  /** Addresses and networks in CIDR form, and the payment page, which proves itself. Throws TypeError for any other text. */
  constructor(
    entries: readonly string[],
    private readonly checkout: Checkout,
  ) {
    for (const entry of entries) {
      const [address = '', prefix] = entry.split('/');
      const version = isIP(address);
      if (version !== 4 && version !== 6) throw new TypeError('TRUSTED_PROXIES holds a text that is no address');
      if (prefix === undefined) this.trusted.addAddress(address, FAMILIES[version]);
      else this.trusted.addSubnet(address, Number(prefix), FAMILIES[version]);
    }
  }

  /** True when the request came over TLS, to the gateway or to a trusted proxy. */
  isSecure(request: IncomingMessage): boolean {
    if (request.socket instanceof TLSSocket) return true;
    // two such headers arrive joined by a comma, which is not `https`
    return request.headers['x-forwarded-proto'] === 'https' && this.includes(request.socket.remoteAddress);
  }

  /**
   * The client's address: that of the connection, or, when that is a trusted proxy's or the payment page's, the last one in
   * `x-forwarded-for` that is no trusted proxy's. The client may have written those before it.
   */
  clientOf(request: IncomingMessage): string {
    let client = plainAddress(request.socket.remoteAddress ?? '');
    const forwarded = request.headers['x-forwarded-for'];
    const hops = typeof forwarded === 'string' ? forwarded.split(',') : [];
    let isProxy = this.includes(client) || this.checkout.isSenderOf(request);
    while (isProxy) {
      const hop = plainAddress(hops.pop()?.trim() ?? '');
      if (isIP(hop) === 0) break;
      client = hop;
      isProxy = this.includes(client);
    }
    return client;
  }

  private includes(remote: string | undefined): boolean {
    if (remote === undefined) return false;
    const address = plainAddress(remote);
    const version = isIP(address);
    return (version === 4 || version === 6) && this.trusted.check(address, FAMILIES[version]);
  }
}

/** An IPv4 address that a dual-stack socket gives as IPv6, as itself. */
function plainAddress(address: string): string {
  return address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address;
}
