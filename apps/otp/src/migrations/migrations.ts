import { messagingMigrations } from '@paygate/messaging';
import { CreateOtp1795132800000 } from './1795132800000-create-otp.js';
import { RememberPhonesOfGuests1795132801000 } from './1795132801000-remember-phones-of-guests.js';
import { CountReceipts1795132802000 } from './1795132802000-count-receipts.js';
import { FindChallengesOfIntents1795568400000 } from './1795568400000-find-challenges-of-intents.js';
import { KeepTestMessages1795614000000 } from './1795614000000-keep-test-messages.js';
import { ProvePhones1795786800000 } from './1795786800000-prove-phones.js';
import { KeepContentDigests1796250053000 } from './1796250053000-keep-content-digests.js';
import { ConfirmWithdrawals1796330003000 } from './1796330003000-confirm-withdrawals.js';
import { CountAsks1796430001000 } from './1796430001000-count-asks.js';
import { TakeNoticesOnce1796440100000 } from './1796440100000-take-notices-once.js';
import { CountAsksOfTills1796440000200 } from './1796440000200-count-asks-of-tills.js';

/** Everything this service's database is made of, in order. */
export const migrations = [
  ...messagingMigrations,
  CreateOtp1795132800000,
  RememberPhonesOfGuests1795132801000,
  CountReceipts1795132802000,
  FindChallengesOfIntents1795568400000,
  KeepTestMessages1795614000000,
  ProvePhones1795786800000,
  KeepContentDigests1796250053000,
  ConfirmWithdrawals1796330003000,
  CountAsks1796430001000,
  CountAsksOfTills1796440000200,
  TakeNoticesOnce1796440100000,
];
