import { Injectable } from '@nestjs/common';
import { MicroBatcher, OutcomeUnknown } from '@paygate/platform';
import type { SealedTarget } from '../events/sealed-target.js';
import { Attempter } from './attempter.js';
import type { Claim, LeasedDelivery, WantedClaim } from './deliveries.repository.js';
import { DeliveriesRepository } from './deliveries.repository.js';
import type { Target } from './targets.repository.js';
import { TARGET_FRESH_MS, TargetsRepository } from './targets.repository.js';
import { Heartbeat } from './workers/heartbeat.js';

/** While a probe is under way no other is made. Seconds. */
const PROBE_SECONDS = 20;

/** Endpoints that share a statement, and the statements under way at a time: one more when the last has taken so long, so that a slow one holds nobody back. */
const SHARED_MAX = 16;
const SHARED_IN_FLIGHT = 8;
const SHARED_ALONE_MS = 10;

const NOTHING: Claim = { leased: [], nextSeconds: null };

interface Waiting {
  readonly wanted: WantedClaim;
  readonly claimed: PromiseWithResolvers<Claim>;
}

/** Leases due deliveries to this worker. Endpoints that claim while a claim is under way share the next one. */
@Injectable()
export class Claims {
  private readonly shared = new MicroBatcher<Waiting>({
    maxItems: SHARED_MAX,
    maxInFlight: SHARED_IN_FLIGHT,
    aloneMs: SHARED_ALONE_MS,
    run: (waiting) => this.claimAll(waiting),
  });

  constructor(
    private readonly targets: TargetsRepository,
    private readonly deliveries: DeliveriesRepository,
    private readonly heartbeat: Heartbeat,
    private readonly attempter: Attempter,
  ) {}

  /** An endpoint, if it is enabled; as it was read, if it was. */
  async target(endpointId: string, read?: SealedTarget): Promise<Target | undefined> {
    return read === undefined ? this.targets.find(endpointId) : this.targets.open(read);
  }

  /** The longest due deliveries. A worker without a heartbeat has none. */
  due({ endpointId }: Target, most: number): Promise<Claim> {
    return this.claim({ endpointId, most, isProbe: false });
  }

  /** One delivery, to find out whether the endpoint has recovered. */
  async probe({ endpointId, mode }: Target): Promise<readonly LeasedDelivery[]> {
    const { worker } = this.heartbeat;
    const pause = PROBE_SECONDS / this.attempter.compression(mode);
    if (worker === undefined || !(await this.targets.takeProbe(endpointId, pause))) return [];
    return (await this.claim({ endpointId, most: 1, isProbe: true })).leased;
  }

  /**
   * The first deliveries of an ordered endpoint, in the order of its events.
   * @param delivered those whose POST was accepted and is not yet recorded
   */
  async inOrder(
    { endpointId }: Target,
    most: number,
    delivered: readonly string[],
  ): Promise<readonly LeasedDelivery[]> {
    const { worker } = this.heartbeat;
    if (worker === undefined) return [];
    return this.answered(worker, this.deliveries.claimInOrder({ endpointId, worker, most, delivered }));
  }

  /** The endpoint, as it is when a POST begins; undefined when it is not enabled any more, or the lease of the delivery has ended. */
  async ready(target: Target, { worker }: LeasedDelivery): Promise<Target | undefined> {
    for (let known: Target | undefined = target; ;) {
      known = await this.targets.current(known);
      const readMs = performance.now();
      // a worker that was frozen may have lost its leases
      if (known === undefined || !(await this.heartbeat.holds(worker))) return undefined;
      // unless it has waited for a heartbeat
      if (performance.now() - readMs < TARGET_FRESH_MS) return known;
    }
  }

  /** Gives back every lease of this worker on an endpoint, except for these events, also of a claim after which it has a new id. */
  releaseOthers(endpointId: string, eventIds: readonly string[]): Promise<void> {
    return this.deliveries.releaseOthers(endpointId, this.heartbeat.claimants, eventIds);
  }

  release(unsent: readonly LeasedDelivery[]): Promise<void> {
    return this.deliveries.release(unsent);
  }

  private claim(wanted: WantedClaim): Promise<Claim> {
    const claimed = Promise.withResolvers<Claim>();
    this.shared.submit({ wanted, claimed });
    return claimed.promise;
  }

  /** An endpoint has one slice at a time, so none is wanted twice. */
  private async claimAll(waiting: readonly Waiting[]): Promise<void> {
    const { worker } = this.heartbeat;
    try {
      const wanted = waiting.map((each) => each.wanted);
      const claims = worker === undefined ? [] : await this.answered(worker, this.deliveries.claim(worker, wanted));
      for (const [index, { claimed }] of waiting.entries()) claimed.resolve(claims[index] ?? NOTHING);
    } catch (error) {
      for (const { claimed } of waiting) claimed.reject(error);
    }
  }

  /** The answer to a claim. Without one nobody knows when it is carried out, if ever: the worker goes on under a new id. */
  private async answered<Answer>(worker: string, claim: Promise<Answer>): Promise<Answer> {
    try {
      return await claim;
    } catch (error) {
      if (error instanceof OutcomeUnknown) this.heartbeat.doubt(worker);
      throw error;
    }
  }
}
