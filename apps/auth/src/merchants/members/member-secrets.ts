import { Injectable } from '@nestjs/common';
import type { Sealed, SealedIdempotency } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { Sealer } from '@paygate/platform';
import type { KeyedCommand } from '../../idempotency/idempotent-requests.js';
import { PersonalData } from '../../personal-data.js';

/** Opens the sealed fields of commands about members. */
@Injectable()
export class MemberSecrets {
  constructor(
    readonly sealer: Sealer,
    private readonly personalData: PersonalData,
  ) {}

  open(sealed: Sealed, context: string): string {
    return this.sealer.open(sealed, context);
  }

  /** The HMAC under which an IP address is counted. */
  nameOfAddress(sealed: Sealed): string {
    return this.personalData.nameOfAddress(this.open(sealed, 'dashboard.address'));
  }
}

/** Scopes the idempotency key of a command without a merchant, to something that only its sender shares. */
export function withScope<Command extends { readonly idempotency?: SealedIdempotency }>(
  { payload, ...message }: Received<Command>,
  scope: string,
): Received<KeyedCommand> {
  const { idempotency } = payload;
  return { ...message, payload: { merchantId: scope, mode: 'live', ...(idempotency && { idempotency }) } };
}
