import { Injectable } from '@nestjs/common';
import type { Sealed, SealedIdempotency } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { Sealer } from '@paygate/platform';
import type { KeyedCommand } from './idempotency/idempotent-requests.js';
import { Vault } from './vault.js';

/** Opens what commands about members bring sealed. */
@Injectable()
export class MemberSecrets {
  constructor(
    readonly sealer: Sealer,
    private readonly vault: Vault,
  ) {}

  open(sealed: Sealed, context: string): string {
    return this.sealer.open(sealed, context);
  }

  /** What an IP address is counted under. */
  nameOfAddress(sealed: Sealed): string {
    return this.vault.nameOfAddress(this.open(sealed, 'dashboard.address'));
  }
}

/** A request that names no merchant: its idempotency key counts within another scope, which only the asker shares. */
export function withoutMerchant<Command extends { readonly idempotency?: SealedIdempotency }>(
  { payload, ...message }: Received<Command>,
  scope: string,
): Received<KeyedCommand> {
  const { idempotency } = payload;
  return { ...message, payload: { merchantId: scope, mode: 'live', ...(idempotency && { idempotency }) } };
}
