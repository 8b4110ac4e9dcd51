import type { InFlight } from './in-flight.js';
import type { Target } from './targets.repository.js';

/** Endpoints that are remembered; the reconciler finds the others again. */
const MOST = 10_000;
/** The number of these that are examined when an attempt ends. */
const LOOKED_AT = 16;

/** Endpoints with more due than there was room for, in their turn. */
export class WaitingEndpoints {
  private readonly targets = new Map<string, Target>();

  constructor(private readonly inFlight: InFlight) {}

  add(target: Target): void {
    if (this.targets.size < MOST) this.targets.set(target.endpointId, target);
  }

  /** True when an endpoint waits and there is still no room for it. */
  isHeld(endpointId: string): boolean {
    const target = this.targets.get(endpointId);
    return target !== undefined && this.inFlight.room(target) === 0;
  }

  /**
   * The endpoint that is next, now that an attempt has ended: its own, if it waits, or the first for which there is room. A slow one
   * waits for its turn, so that the places of slow ones go round.
   */
  next({ endpointId }: Target): string | undefined {
    if (!this.inFlight.window(endpointId).isSlow && this.targets.delete(endpointId)) return endpointId;
    let looks = Math.min(LOOKED_AT, this.targets.size);
    for (const [candidateId, candidate] of this.targets) {
      if (looks === 0) return undefined;
      looks -= 1;
      this.targets.delete(candidateId);
      if (this.inFlight.room(candidate) > 0) return candidateId;
      this.targets.set(candidateId, candidate);
    }
    return undefined;
  }
}
