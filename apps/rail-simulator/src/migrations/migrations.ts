import type { MigrationClass } from '@paygate/platform';
import { CreateRails1795132800000 } from './1795132800000-create-rails.js';
import { PayOut1795660000000 } from './1795660000000-pay-out.js';
import { FindDecidedPayments1796000010000 } from './1796000010000-find-decided-payments.js';
import { KeepAccountsApart1796000030000 } from './1796000030000-keep-accounts-apart.js';
import { KeepSums1796300000000 } from './1796300000000-keep-sums.js';
import { TakeBack1796301000000 } from './1796301000000-take-back.js';

/** The schema of the simulated rails, in order. */
export const migrations: MigrationClass[] = [
  CreateRails1795132800000,
  PayOut1795660000000,
  FindDecidedPayments1796000010000,
  KeepAccountsApart1796000030000,
  KeepSums1796300000000,
  TakeBack1796301000000,
];
