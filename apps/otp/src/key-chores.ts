import type { OnApplicationBootstrap } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { TableOwner } from '@paygate/messaging';
import { PeriodicWork } from '@paygate/platform';
import { KeepSigningKeys } from './usecases/keep-signing-keys.js';

const HALF_A_DAY_SECONDS = 43_200;

/** What this service does on its own so that others know the keys of its tokens. */
@Injectable()
export class KeyChores implements OnApplicationBootstrap {
  constructor(
    private readonly periodic: PeriodicWork,
    private readonly keys: KeepSigningKeys,
    private readonly tables: TableOwner,
  ) {}

  onApplicationBootstrap(): void {
    // before the first round no key may exist to sign with
    const beforeReady = true;
    const { keys, tables } = this;
    this.periodic.repeat({ name: 'signing-keys', everySeconds: 60, beforeReady, work: () => keys.execute() });
    this.periodic.repeat({
      ...{ name: 'key-table', everySeconds: HALF_A_DAY_SECONDS, beforeReady, work: () => tables.tell() },
    });
  }
}
