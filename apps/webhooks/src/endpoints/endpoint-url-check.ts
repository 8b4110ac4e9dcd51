import { isIP } from 'node:net';
import { promisify } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { Mode, Refusal } from '@paygate/contracts';
import { refuse } from '@paygate/contracts';
import { AddressForbidden, AddressGuard } from '../egress/address-guard.js';
import { NameUnresolved } from '../egress/name-resolver.js';
import type { UrlFault } from './domain/endpoint-url.js';
import { endpointUrlFault } from './domain/endpoint-url.js';

/**
 * Refuses URLs to which nothing could be delivered. One text covers a name that does not exist, one that has only forbidden
 * addresses and a forbidden IP literal, so that the answer reveals nothing about our network.
 */
@Injectable()
export class EndpointUrlCheck {
  constructor(private readonly guard: AddressGuard) {}

  /** Returns the reason for which a URL cannot be registered; undefined when it can. */
  async refusalOf(text: string, mode: Mode): Promise<Refusal | undefined> {
    const detail = await this.faultOf(text, mode);
    return detail === undefined ? undefined : refuse('webhook_url_invalid', { param: 'url', detail });
  }

  /** The same, as a text. */
  async faultOf(text: string, mode: Mode): Promise<UrlFault | undefined> {
    const fault = endpointUrlFault(text, mode);
    if (fault !== undefined || (await this.#permits(new URL(text), mode))) return fault;
    return 'the host of the URL must be a name that resolves to a public address';
  }

  async #permits(url: URL, mode: Mode): Promise<boolean> {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    // an endpoint of live mode has a name, and its certificate that name, even at an address that the installation's team allows
    if (isIP(host) !== 0 && mode === 'live') return false;
    try {
      this.guard.checkLiteral(url);
      if (isIP(host) === 0) await promisify(this.guard.lookupOf(url))(host, { all: true });
      return true;
    } catch (error) {
      if (error instanceof AddressForbidden || error instanceof NameUnresolved) return false;
      throw error;
    }
  }
}
