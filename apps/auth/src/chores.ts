import type { OnApplicationBootstrap } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { PeriodicWork } from '@paygate/platform';
import { ForgetExpired } from './usecases/forget-expired.js';
import { KeepSigningKeys } from './usecases/keep-signing-keys.js';
import { PublishTables } from './usecases/publish-tables.js';

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3_600;

/** What the service does by itself. */
@Injectable()
export class Chores implements OnApplicationBootstrap {
  constructor(
    private readonly periodic: PeriodicWork,
    private readonly keys: KeepSigningKeys,
    private readonly tables: PublishTables,
    private readonly past: ForgetExpired,
  ) {}

  onApplicationBootstrap(): void {
    this.periodic.repeat({
      name: 'signing-keys',
      everySeconds: MINUTE_SECONDS,
      beforeReady: true, // before that no key may exist to sign with
      work: () => this.keys.execute(),
    });
    this.periodic.repeat({
      name: 'key-tables',
      everySeconds: 10 * MINUTE_SECONDS,
      beforeReady: true,
      work: (first) => this.tables.execute(first ? {} : { changedWithinSeconds: HOUR_SECONDS }),
    });
    this.periodic.repeat({
      name: 'expired-rows',
      everySeconds: MINUTE_SECONDS,
      beforeReady: true,
      work: () => this.past.execute(),
    });
  }
}
