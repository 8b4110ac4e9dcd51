import { Injectable } from '@nestjs/common';
import { API_VERSION, pinApiVersion } from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';
import { newId } from '@paygate/platform';
import type { Caller } from './caller.js';

/** The version of the API that answers a request: `named`, a known one or nothing, else that of its merchant, else the newest. */
export function versionOf(named: string | undefined, ofMerchant: string | null | undefined): string {
  return named ?? ofMerchant ?? API_VERSION;
}

/** The pins of merchants. A merchant's first call that is not refused for its key pins it, and does not wait for that. */
@Injectable()
export class VersionPins {
  /** Merchants that this gateway has pinned, or is pinning. */
  private readonly pinned = new Set<string>();

  constructor(private readonly bus: CommandBus) {}

  /** Pins the merchant of a call to the version that answers it, where it has none. */
  pinFirst({ merchantId, apiVersion }: Caller, version: string): void {
    if (apiVersion === null && !this.pinned.has(merchantId)) void this.pin(merchantId, version);
  }

  private async pin(merchantId: string, apiVersion: string): Promise<void> {
    this.pinned.add(merchantId);
    const reply = await this.bus.send(pinApiVersion, { merchantId, apiVersion }, { requestId: newId('request') });
    if (!reply.ok) this.pinned.delete(merchantId);
  }
}
