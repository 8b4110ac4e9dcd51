import { Injectable } from '@nestjs/common';
import { API_VERSION, pinApiVersion } from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';
import { newId } from '@paygate/platform';
import type { Caller } from './caller.js';

/**
 * The version of the API that answers a request: the one that it names, else the one that its merchant is pinned to. A
 * merchant's first call pins it, and does not wait for that.
 */
@Injectable()
export class VersionPins {
  /** Merchants that this gateway has pinned, or is pinning. */
  private readonly pinned = new Set<string>();

  constructor(private readonly bus: CommandBus) {}

  /** `named` is a known version, or nothing. */
  versionOf({ merchantId, apiVersion }: Caller, named: string | undefined): string {
    const version = named ?? apiVersion ?? API_VERSION;
    if (apiVersion === null && !this.pinned.has(merchantId)) void this.pin(merchantId, version);
    return version;
  }

  private async pin(merchantId: string, apiVersion: string): Promise<void> {
    this.pinned.add(merchantId);
    const reply = await this.bus.send(pinApiVersion, { merchantId, apiVersion }, { requestId: newId('request') });
    if (!reply.ok) this.pinned.delete(merchantId);
  }
}
