import { messagingMigrations } from '@paygate/messaging';
import { CreateAuth1795132800000 } from './1795132800000-create-auth.js';
import { MerchantProfiles1795557600000 } from './1795557600000-merchant-profiles.js';
import { NameChargesThatNeedASignIn1795557601000 } from './1795557601000-name-charges-that-need-a-sign-in.js';
import { OpenAccounts1795557602000 } from './1795557602000-open-accounts.js';
import { LetGuestsPay1795557603000 } from './1795557603000-let-guests-pay.js';
import { SecondFactors1795557620000 } from './1795557620000-second-factors.js';
import { SmsReceipts1795557640000 } from './1795557640000-sms-receipts.js';
import { RequestLog1795557650000 } from './1795557650000-request-log.js';
import { PublicKeyTexts1795557651000 } from './api-keys/1795557651000-public-key-texts.js';
import { RequestsWithoutAnswers1795557660000 } from './1795557660000-requests-without-answers.js';
import { Cashiers1795650000000 } from './1795650000000-cashiers.js';
import { CountCodesApart1795786800000 } from './1795786800000-count-codes-apart.js';
import { RepairNames1795786801000 } from './1795786801000-repair-names.js';
import { TallyActs1795870000000 } from './1795870000000-tally-acts.js';
import { KeepOwnerNotices1796000040000 } from './1796000040000-keep-owner-notices.js';
import { CountCodesOfSessions1796000041000 } from './1796000041000-count-codes-of-sessions.js';
import { LiveRequests1796161000000 } from './1796161000000-live-requests.js';
import { NameDevices1796161001000 } from './1796161001000-name-devices.js';
import { GatherPublications1796164200000 } from './1796164200000-gather-publications.js';
import { MakersOfKeys1796250010000 } from './api-keys/1796250010000-makers-of-keys.js';
import { FindWorkOfKeys1796250011000 } from './api-keys/1796250011000-find-work-of-keys.js';
import { EventsByScope1796250012000 } from './api-keys/1796250012000-events-by-scope.js';
import { KeepLateWork1796250068000 } from './api-keys/1796250068000-keep-late-work.js';
import { FindChangedLinks1796270058000 } from './api-keys/1796270058000-find-changed-links.js';
import { KeepContentDigests1796250053000 } from './1796250053000-keep-content-digests.js';
import { LimitRefunds1796260053000 } from './settings/1796260053000-limit-refunds.js';
import { KeepLiveMode1796340000000 } from './settings/1796340000000-keep-live-mode.js';
import { CreateStaff1796300000000 } from './staff/1796300000000-create-staff.js';
import { AskPhones1796430000000 } from './settings/1796430000000-ask-phones.js';
import { ChooseChannels1796440100000 } from './members/1796440100000-choose-channels.js';
import { NameTills1796440000000 } from './settings/1796440000000-name-tills.js';
import { ProveAsksInLiveMode1796440000100 } from './settings/1796440000100-prove-asks-in-live-mode.js';
import { GatherNotices1796440100500 } from './members/1796440100500-gather-notices.js';
import { ChooseNotices1796350000000 } from './members/1796350000000-choose-notices.js';
import { PushNotices1796440150000 } from './members/1796440150000-push-notices.js';
import { KeepFormerMembers1796270000000 } from './members/1796270000000-keep-former-members.js';

/** Everything this service's database is made of, in order. */
export const migrations = [
  ...messagingMigrations,
  CreateAuth1795132800000,
  MerchantProfiles1795557600000,
  NameChargesThatNeedASignIn1795557601000,
  OpenAccounts1795557602000,
  LetGuestsPay1795557603000,
  SecondFactors1795557620000,
  SmsReceipts1795557640000,
  RequestLog1795557650000,
  PublicKeyTexts1795557651000,
  RequestsWithoutAnswers1795557660000,
  Cashiers1795650000000,
  CountCodesApart1795786800000,
  RepairNames1795786801000,
  TallyActs1795870000000,
  KeepOwnerNotices1796000040000,
  CountCodesOfSessions1796000041000,
  LiveRequests1796161000000,
  NameDevices1796161001000,
  GatherPublications1796164200000,
  MakersOfKeys1796250010000,
  FindWorkOfKeys1796250011000,
  EventsByScope1796250012000,
  KeepContentDigests1796250053000,
  KeepLateWork1796250068000,
  LimitRefunds1796260053000,
  KeepFormerMembers1796270000000,
  FindChangedLinks1796270058000,
  CreateStaff1796300000000,
  KeepLiveMode1796340000000,
  ChooseNotices1796350000000,
  AskPhones1796430000000,
  NameTills1796440000000,
  ProveAsksInLiveMode1796440000100,
  ChooseChannels1796440100000,
  GatherNotices1796440100500,
  PushNotices1796440150000,
];
