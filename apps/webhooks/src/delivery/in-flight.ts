import { Injectable } from '@nestjs/common';
import type { AttemptResult } from '../egress/domain/outcome.js';
import { SendWindow } from './domain/send-window.js';
import type { Target } from './targets.repository.js';

/** POSTs under way in this process. Above half of them, each endpoint may have one only, so that many that hang leave room. */
const MAX = 1_024;
/** POSTs under way to all endpoints of one merchant in one mode. */
const ACCOUNT_MAX = 64;
/** Endpoints whose windows are remembered while nothing is under way. */
const WINDOWS_MAX = 10_000;

/** Bounds the POSTs under way: of the process, of a merchant in a mode, and of an endpoint. */
@Injectable()
export class InFlight {
  private total = 0;
  private readonly accounts = new Map<string, number>();
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

  /** How many more POSTs to this endpoint may begin. */
  room(target: Target): number {
    const window = this.window(target.endpointId);
    const most = target.ordered || this.total >= MAX / 2 ? 1 - window.inFlight : window.free;
    const account = ACCOUNT_MAX - (this.accounts.get(accountOf(target)) ?? 0);
    return Math.max(0, Math.min(most, account, MAX - this.total));
  }

  begin(target: Target): void {
    this.total += 1;
    const account = accountOf(target);
    this.accounts.set(account, (this.accounts.get(account) ?? 0) + 1);
    this.window(target.endpointId).begin();
  }

  /** @param result undefined when nothing was sent */
  end(target: Target, result: AttemptResult | undefined): void {
    this.total -= 1;
    const account = accountOf(target);
    const left = (this.accounts.get(account) ?? 0) - 1;
    if (left > 0) this.accounts.set(account, left);
    else this.accounts.delete(account);
    this.window(target.endpointId).end(result);
  }

  private forgetOldest(): void {
    for (const [endpointId, { inFlight }] of this.windows) {
      if (inFlight > 0) continue;
      this.windows.delete(endpointId);
      return;
    }
  }
}

function accountOf({ merchantId, mode }: Target): string {
  return `${mode} ${merchantId}`;
}
