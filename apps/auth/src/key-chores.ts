import type { OnApplicationBootstrap } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { JobScheduler } from '@paygate/platform';
import { KeepSigningKeys } from './usecases/keep-signing-keys.js';

const MINUTE_SECONDS = 60;

/** What the service does by itself so that gateways know keys and denied tokens. */
@Injectable()
export class KeyChores implements OnApplicationBootstrap {
  constructor(
    private readonly scheduler: JobScheduler,
    private readonly keys: KeepSigningKeys,
  ) {}

  onApplicationBootstrap(): void {
    this.scheduler.repeat({
      name: 'signing-keys',
      everySeconds: MINUTE_SECONDS,
      beforeReady: true, // before that no key may exist to sign with
      work: () => this.keys.execute(),
    });
  }
}
