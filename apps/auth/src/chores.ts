import type { OnApplicationBootstrap } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { PeriodicWork } from '@paygate/platform';
import { SignInAttemptsRepository } from './sign-in-attempts.repository.js';
import { KeepSigningKeys } from './usecases/keep-signing-keys.js';
import { PublishTables } from './usecases/publish-tables.js';

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3_600;
/** A number that nobody tries for a day starts afresh. */
const ATTEMPTS_KEPT_SECONDS = 24 * HOUR_SECONDS;

/** What the service does by itself. */
@Injectable()
export class Chores implements OnApplicationBootstrap {
  constructor(
    private readonly periodic: PeriodicWork,
    private readonly keys: KeepSigningKeys,
    private readonly tables: PublishTables,
    private readonly attempts: SignInAttemptsRepository,
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
      name: 'sign-in-attempts',
      everySeconds: 10 * MINUTE_SECONDS,
      beforeReady: true,
      work: () => this.attempts.forget(ATTEMPTS_KEPT_SECONDS),
    });
  }
}
