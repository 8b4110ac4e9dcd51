import { Injectable } from '@nestjs/common';
import { API_VERSION, pinApiVersion } from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';
import { Clock, newId } from '@paygate/platform';
import type { Caller } from './caller.js';

/** Until auth has answered, and the keys have come with the pin, a merchant is not told of again. */
const PATIENCE_MS = 60_000;

/**
 * Which version of the API answers a caller: the one that the request names, else the one that its merchant is pinned to. A
 * merchant's first call pins it; the call does not wait for that.
 */
@Injectable()
export class VersionPins {
  /** When each merchant was told of last; as many as have made their first call here. */
  private readonly toldMs = new Map<string, number>();

  constructor(
    private readonly bus: CommandBus,
    private readonly clock: Clock,
  ) {}

  /** `named` is a known version, or nothing. */
  versionOf(caller: Caller, named: string | undefined): string {
    const version = named ?? caller.apiVersion ?? API_VERSION;
    if (caller.apiVersion === null) this.tell(caller.merchantId, version);
    return version;
  }

  private tell(merchantId: string, apiVersion: string): void {
    const now = this.clock.epochMs();
    if (now - (this.toldMs.get(merchantId) ?? -Infinity) < PATIENCE_MS) return;
    this.toldMs.set(merchantId, now);
    void this.bus.send(pinApiVersion, { merchantId, apiVersion }, { requestId: newId('request') });
  }
}
