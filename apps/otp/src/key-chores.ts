import type { OnApplicationBootstrap } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { JobScheduler } from '@paygate/platform';
import { KeepSigningKeys } from './usecases/keep-signing-keys.js';

/** What this service does on its own so that others know the keys of its tokens. */
@Injectable()
export class KeyChores implements OnApplicationBootstrap {
  constructor(
    private readonly scheduler: JobScheduler,
    private readonly keys: KeepSigningKeys,
  ) {}

  onApplicationBootstrap(): void {
    // before the first round no key may exist to sign with
    const beforeReady = true;
    this.scheduler.repeat({ name: 'signing-keys', everySeconds: 60, beforeReady, work: () => this.keys.execute() });
  }
}
