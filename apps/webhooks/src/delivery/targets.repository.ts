import { Injectable } from '@nestjs/common';
import { Database } from '@paygate/platform';
import type { SealedTarget } from '../events/sealed-target.js';
import { SELECT_TARGETS } from '../events/sealed-target.js';
import { SecretSealer } from '../secret-sealer.js';

/**
 * A POST begins with what was read of its endpoint so long ago at most, or with a read made for it. A change of an endpoint is answered after
 * that time, so that it applies to every POST that begins after the answer.
 */
export const TARGET_FRESH_MS = 200;

/** An enabled endpoint, as its deliveries need it. */
export interface Target extends Omit<SealedTarget, 'sealed'> {
  /** Every live secret, oldest first: each one signs. */
  readonly secrets: readonly string[];
}

@Injectable()
export class TargetsRepository {
  constructor(
    private readonly database: Database,
    private readonly sealer: SecretSealer,
  ) {}

  /** An endpoint, if it is enabled and has secrets, which are deleted with it. */
  async find(endpointId: string): Promise<Target | undefined> {
    const readAtMs = performance.now();
    const [row] = await this.database.query<Omit<SealedTarget, 'readAtMs'>>({
      name: 'target-find',
      text: `${SELECT_TARGETS} AND endpoint_id = $1`,
      values: [endpointId],
    });
    return row && this.open({ ...row, readAtMs });
  }

  /** An endpoint as it was read. @returns undefined when it has no secrets, which are deleted with it */
  open({ sealed, ...target }: SealedTarget): Target | undefined {
    if (sealed.length === 0) return undefined;
    const { endpointId } = target;
    return {
      ...target,
      secrets: sealed.map((secret) => this.sealer.open(secret, 'webhook_secret.sealed_secret', endpointId)),
    };
  }

  /** An endpoint as it is, but with its failures as they were: these are read when a slice begins. */
  async current(target: Target): Promise<Target | undefined> {
    const { endpointId, isFailing, breakerSeconds } = target;
    if (performance.now() - target.readAtMs < TARGET_FRESH_MS) return target;
    const found = await this.find(endpointId);
    return found && { ...found, isFailing, breakerSeconds };
  }

  /**
   * Takes the right to probe an endpoint whose breaker was open: one worker has it until the pause given ends.
   * @returns false when another worker has it, or nothing is due
   */
  async takeProbe(endpointId: string, seconds: number): Promise<boolean> {
    const taken = await this.database.execute({
      name: 'probe-take',
      text: `UPDATE webhook_endpoint e SET breaker_until = clock_timestamp() + make_interval(secs => $2)
        WHERE endpoint_id = $1 AND breaker_until <= clock_timestamp() AND EXISTS (
          SELECT FROM webhook_delivery d WHERE d.endpoint_id = $1 AND d.state = 'pending' AND d.next_at <= clock_timestamp())`,
      values: [endpointId, seconds],
    });
    return taken > 0;
  }
}
