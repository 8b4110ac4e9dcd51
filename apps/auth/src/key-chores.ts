import type { OnApplicationBootstrap } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { PeriodicWork } from '@paygate/platform';
import { KeepSigningKeys } from './usecases/keep-signing-keys.js';
import { PublishTables } from './usecases/publish-tables.js';

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3_600;
/** Longer than readers believe a record: what was true before a change is told again for as long as it might be believed. */
const WEEK_SECONDS = 7 * 24 * HOUR_SECONDS;

/** What the service does by itself so that gateways know keys and denied tokens. */
@Injectable()
export class KeyChores implements OnApplicationBootstrap {
  constructor(
    private readonly periodic: PeriodicWork,
    private readonly keys: KeepSigningKeys,
    private readonly tables: PublishTables,
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
      everySeconds: 12 * HOUR_SECONDS,
      beforeReady: true,
      work: () => this.tables.execute(),
    });
    this.periodic.repeat({
      name: 'changed-keys',
      everySeconds: 10 * MINUTE_SECONDS,
      work: () => this.tables.execute({ changedWithinSeconds: WEEK_SECONDS }),
    });
  }
}
