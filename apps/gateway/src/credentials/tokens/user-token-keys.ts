import type { KeyObject } from 'node:crypto';
import { createPublicKey } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { PublicJwk, SigningKeyRow } from '@paygate/contracts';
import { userTokenKeyTable } from '@paygate/contracts';
import { Table, tableToken } from '@paygate/messaging';
import { Clock, PaygateError } from '@paygate/platform';
import { arrivalOf } from '../await-row.js';

const MAX_WAITING = 64;

/** The public keys of user tokens, as auth publishes them. */
@Injectable()
export class UserTokenKeys {
  private readonly imported = new Map<string, { readonly version: number; readonly key: KeyObject }>();
  private waiting = 0;

  constructor(
    @Inject(tableToken(userTokenKeyTable)) private readonly table: Table<SigningKeyRow>,
    private readonly clock: Clock,
  ) {}

  /** The key with that id, if it is in force. */
  find(kid: string): KeyObject | undefined {
    const row = this.table.get(kid);
    if (row === undefined || !this.isInForce(row)) return undefined;
    const known = this.imported.get(kid);
    if (known?.version === row.version) return known.key;
    const key = createPublicKey({ key: { ...pointOf(row) }, format: 'jwk' });
    this.imported.set(kid, { version: row.version, key });
    return key;
  }

  /**
   * Waits a moment for a key that is not known yet. Anybody can invent key ids, so a bounded number of requests waits. Throws
   * `service_unavailable` when the key table is out of date.
   */
  async arrival(kid: string): Promise<void> {
    if (!this.table.fresh()) throw new PaygateError('service_unavailable');
    if (this.table.get(kid) !== undefined || this.waiting >= MAX_WAITING) return;
    this.waiting += 1;
    try {
      await arrivalOf(this.table, kid);
    } finally {
      this.waiting -= 1;
    }
  }

  /** The keys to publish: those in force, and those that will be. Throws `service_unavailable`. */
  published(): PublicJwk[] {
    if (!this.table.fresh()) throw new PaygateError('service_unavailable');
    return [...this.table.entries()]
      .map(([, row]) => row)
      .filter((row) => !this.isOver(row))
      .map((row) => ({ ...pointOf(row), kid: row.kid, alg: 'ES256', use: 'sig' }));
  }

  private isInForce(row: SigningKeyRow): boolean {
    return Date.parse(row.notBefore) <= this.clock.epochMs() && !this.isOver(row);
  }

  private isOver(row: SigningKeyRow): boolean {
    return row.notAfter !== null && Date.parse(row.notAfter) <= this.clock.epochMs();
  }
}

/** Only the public part of the key. */
function pointOf(row: SigningKeyRow): Pick<PublicJwk, 'kty' | 'crv' | 'x' | 'y'> {
  const { x, y } = JSON.parse(row.publicJwk) as PublicJwk;
  return { kty: 'EC', crv: 'P-256', x, y };
}
