import { messagingMigrations } from '@paygate/messaging';
import type { MigrationClass } from '@paygate/platform';
import { CreateLedger1795132800000 } from './1795132800000-create-ledger.js';
import { CreateCharges1795132801000 } from './1795132801000-create-charges.js';
import { CreateAuditViews1795132802000 } from './1795132802000-create-audit-views.js';
import { ReanchorAsOwner1795132803000 } from './1795132803000-reanchor-as-owner.js';

export const migrations: MigrationClass[] = [
  ...messagingMigrations,
  CreateLedger1795132800000,
  CreateCharges1795132801000,
  CreateAuditViews1795132802000,
  ReanchorAsOwner1795132803000,
];
