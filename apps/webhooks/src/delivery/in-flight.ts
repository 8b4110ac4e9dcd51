import { Injectable } from '@nestjs/common';
import type { Mode } from '@paygate/contracts';
import { Places } from '@paygate/platform';
import type { AttemptResult } from '../egress/domain/outcome.js';
import { SendWindow } from './domain/send-window.js';
import type { Target } from './targets.repository.js';

/** POSTs under way in this process, by mode, so that test mode takes none from live mode. */
export const MOST: Readonly<Record<Mode, number>> = { test: 256, live: 768 };
/** The POSTs among these to the endpoints of one merchant. */
const ACCOUNT_MOST = 64;
/** To slow endpoints, of a mode and of one merchant. */
export const SLOW_MOST: Readonly<Record<Mode, number>> = { test: MOST.test / 4, live: MOST.live / 4 };
const SLOW_ACCOUNT_MOST = 16;
/** An endpoint is slow once a POST to it has been open for this time. It stops being slow when it answers a POST sooner and no other has been open for so long. */
export const SLOW_AFTER_MS = 2_000;
/** Endpoints whose windows are remembered while nothing is under way. */
const WINDOWS_MAX = 10_000;

/**
 * Bounds the POSTs under way: of a mode, of a merchant in it, of an endpoint, and of all slow endpoints together, so that however many hang
 * there is room for the others.
 */
@Injectable()
export class InFlight {
  private total = 0;
  private readonly places = { test: new Places(MOST.test, ACCOUNT_MOST), live: new Places(MOST.live, ACCOUNT_MOST) };
  private readonly slowPlaces = {
    test: new Places(SLOW_MOST.test, SLOW_ACCOUNT_MOST),
    live: new Places(SLOW_MOST.live, SLOW_ACCOUNT_MOST),
  };
  private readonly windows = new Map<string, SendWindow>();

  get count(): number {
    return this.total;
  }

  window(endpointId: string): SendWindow {
    const window = this.windows.get(endpointId) ?? new SendWindow();
    // the last used is the last in the map
    this.windows.delete(endpointId);
    this.windows.set(endpointId, window);
    if (this.windows.size > WINDOWS_MAX) this.forgetOldest();
    return window;
  }

  /** The number of further POSTs to this endpoint that may begin. */
  room(target: Target): number {
    const { endpointId, mode, ordered } = target;
    const window = this.window(endpointId);
    const room = Math.min(ordered ? 1 - window.inFlight : window.free, this.places[mode].room(target));
    return Math.max(0, window.isSlow ? Math.min(room, this.slowPlaces[mode].room(target)) : room);
  }

  /** Counts a POST. @returns what ends it: with its result, or undefined when nothing was sent */
  begin(target: Target): (result: AttemptResult | undefined) => void {
    const [places, slowPlaces] = [this.places[target.mode], this.slowPlaces[target.mode]];
    const window = this.window(target.endpointId);
    this.total += 1;
    places.take(target);
    window.begin();
    let takesSlowPlace = window.isSlow;
    if (takesSlowPlace) slowPlaces.take(target);
    let isSlow = false;
    const timer = setTimeout(() => {
      isSlow = true;
      window.slow();
      if (!takesSlowPlace) slowPlaces.take(target);
      takesSlowPlace = true;
    }, SLOW_AFTER_MS).unref();
    return (result) => {
      clearTimeout(timer);
      this.total -= 1;
      places.leave(target);
      if (takesSlowPlace) slowPlaces.leave(target);
      window.end(result, isSlow);
    };
  }

  private forgetOldest(): void {
    for (const [endpointId, { inFlight }] of this.windows) {
      if (inFlight > 0) continue;
      this.windows.delete(endpointId);
      return;
    }
  }
}
