import { Injectable } from '@nestjs/common';
import { Database } from '@paygate/platform';
import { SignInAttemptsRepository } from './sign-in-attempts.repository.js';
import { KeepSigningKeys } from './usecases/keep-signing-keys.js';
import { PublishTables } from './usecases/publish-tables.js';

/** Something done at boot and then again and again. */
export interface Chore {
  readonly name: string;
  readonly everySeconds: number;
  readonly work: (first: boolean) => Promise<void>;
}

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3_600;
/** A number that nobody tries for a day starts afresh. */
const ATTEMPTS_KEPT_SECONDS = 24 * HOUR_SECONDS;

@Injectable()
export class Chores {
  readonly list: readonly Chore[];
  /** There is nothing to do before the database was reached. */
  readonly possible: Promise<void>;

  constructor(database: Database, keys: KeepSigningKeys, tables: PublishTables, attempts: SignInAttemptsRepository) {
    this.possible = database.ready;
    this.list = [
      { name: 'signing-keys', everySeconds: MINUTE_SECONDS, work: () => keys.execute() },
      {
        name: 'key-tables',
        everySeconds: 10 * MINUTE_SECONDS,
        work: (first) => tables.execute(first ? {} : { changedWithinSeconds: HOUR_SECONDS }),
      },
      {
        name: 'sign-in-attempts',
        everySeconds: 10 * MINUTE_SECONDS,
        work: () => attempts.forget(ATTEMPTS_KEPT_SECONDS),
      },
    ];
  }
}
