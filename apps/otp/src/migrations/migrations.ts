import { messagingMigrations } from '@paygate/messaging';
import { CreateOtp1795132800000 } from './1795132800000-create-otp.js';
import { OwnDataKeys1795136400000 } from './1795136400000-own-data-keys.js';
import { KeptAnswers1795143600000 } from './1795143600000-kept-answers.js';
import { BudgetLanes1795140000000 } from './1795140000000-budget-lanes.js';
import { LanesOfPayers1795147200000 } from './1795147200000-lanes-of-payers.js';
import { Strangers1795152600000 } from './1795152600000-strangers.js';
import { PhoneCodes1795161600000 } from './1795161600000-phone-codes.js';
import { ChallengesOfPayments1795168800000 } from './1795168800000-challenges-of-payments.js';

/** Everything this service's database is made of, in order. */
export const migrations = [
  ...messagingMigrations,
  CreateOtp1795132800000,
  OwnDataKeys1795136400000,
  BudgetLanes1795140000000,
  KeptAnswers1795143600000,
  LanesOfPayers1795147200000,
  Strangers1795152600000,
  PhoneCodes1795161600000,
  ChallengesOfPayments1795168800000,
];
