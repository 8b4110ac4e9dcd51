import { messagingMigrations } from '@paygate/messaging';
import { Webhooks1763600000000 } from './1763600000000-webhooks.js';
import { MerchantVersions1795132801000 } from './1795132801000-merchant-versions.js';
import { SteadyWorkers1795338100000 } from './1795338100000-steady-workers.js';

/** Everything this service's database is made of, in order. */
export const migrations = [
  ...messagingMigrations,
  Webhooks1763600000000,
  MerchantVersions1795132801000,
  SteadyWorkers1795338100000,
];
