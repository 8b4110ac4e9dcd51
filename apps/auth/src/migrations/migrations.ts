import { messagingMigrations } from '@paygate/messaging';
import { CreateAuth1795132800000 } from './1795132800000-create-auth.js';
import { RotateApiKeys1795132801000 } from './1795132801000-rotate-api-keys.js';
import { CreateAuditTrail1795132802000 } from './1795132802000-create-audit-trail.js';
import { CreateDeniedTokens1795132803000 } from './1795132803000-create-denied-tokens.js';
import { CountMadeKeys1795132804000 } from './1795132804000-count-made-keys.js';
import { SignInLanes1795132805000 } from './1795132805000-sign-in-lanes.js';
import { KeepAnswers1795132807000 } from './1795132807000-keep-answers.js';
import { MerchantSettings1795132808000 } from './1795132808000-merchant-settings.js';
import { AuditHeadAdvances1795132809000 } from './1795132809000-audit-head-advances.js';
import { CreateRegistrations1795132820000 } from './1795132820000-create-registrations.js';
import { ForgiveOnce1795132821000 } from './1795132821000-forgive-once.js';
import { CreateMembers1795132830000 } from './1795132830000-create-members.js';
import { AnswersOfMessages1795132831000 } from './1795132831000-answers-of-messages.js';

/** Everything this service's database is made of, in order. */
export const migrations = [
  ...messagingMigrations,
  CreateAuth1795132800000,
  RotateApiKeys1795132801000,
  CreateAuditTrail1795132802000,
  CreateDeniedTokens1795132803000,
  CountMadeKeys1795132804000,
  SignInLanes1795132805000,
  KeepAnswers1795132807000,
  MerchantSettings1795132808000,
  AuditHeadAdvances1795132809000,
  CreateRegistrations1795132820000,
  ForgiveOnce1795132821000,
  CreateMembers1795132830000,
  AnswersOfMessages1795132831000,
];
