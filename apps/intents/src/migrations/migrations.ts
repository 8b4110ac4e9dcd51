import { messagingMigrations } from '@paygate/messaging';
import { CreateIntents1795132800000 } from './1795132800000-create-intents.js';
import { LetGuestsPay1795132801000 } from './1795132801000-let-guests-pay.js';
import { AddCancelUrl1795557600000 } from './1795557600000-add-cancel-url.js';
import { FindIntents1795568400000 } from './1795568400000-find-intents.js';
import { CreatePaymentLinks1795600000000 } from './1795600000000-create-payment-links.js';
import { AwaitOutcomes1795610000000 } from './1795610000000-await-outcomes.js';
import { NameLinkExpiry1795614000000 } from './1795614000000-name-link-expiry.js';
import { FindCustomers1795640000000 } from './1795640000000-find-customers.js';
import { RecordRefunds1795660000000 } from './1795660000000-record-refunds.js';
import { ExtendByCodes1795786800000 } from './1795786800000-extend-by-codes.js';
import { RepairReferencePatterns1795786801000 } from './1795786801000-repair-reference-patterns.js';
import { ForgetTestIntents1795870000000 } from './1795870000000-forget-test-intents.js';
import { FindEndedTestIntents1795870001000 } from './1795870001000-find-ended-test-intents.js';
import { AddRetries1795900000000 } from './1795900000000-add-retries.js';
import { FindRetries1795900001000 } from './1795900001000-find-retries.js';
import { KeepForgottenUses1796000000000 } from './1796000000000-keep-forgotten-uses.js';
import { MaskPhonesOfWallets1796000001000 } from './1796000001000-mask-phones-of-wallets.js';
import { RecordDeciders1796000030000 } from './1796000030000-record-deciders.js';
import { RecordActors1796163000000 } from './1796163000000-record-actors.js';
import { KeepContentDigests1796250053000 } from './idempotency/1796250053000-keep-content-digests.js';
import { ChangeLinkTerms1796270057000 } from './links/1796270057000-change-link-terms.js';
import { KeepProviderReferences1796265000000 } from './provider-references/1796265000000-keep-provider-references.js';
import { FindProviderReferences1796265001000 } from './provider-references/1796265001000-find-provider-references.js';
import { NameCustomers1796266000000 } from './customers/1796266000000-name-customers.js';
import { FindGuests1796266001000 } from './customers/1796266001000-find-guests.js';
import { SearchIntents1796281000000 } from './search/1796281000000-search-intents.js';
import { SearchOlderIntents1796281001000 } from './search/1796281001000-search-older-intents.js';
import { GatherSearchEntries1796282000000 } from './search/1796282000000-gather-search-entries.js';
import { NameTills1796440000400 } from './tills/1796440000400-name-tills.js';
import { FindIntentsOfTills1796440000500 } from './tills/1796440000500-find-intents-of-tills.js';
import { RecordReversals1796290000000 } from './reversals/1796290000000-record-reversals.js';

/** The schema of this service's database, in order. */
export const migrations = [
  ...messagingMigrations,
  CreateIntents1795132800000,
  LetGuestsPay1795132801000,
  AddCancelUrl1795557600000,
  FindIntents1795568400000,
  CreatePaymentLinks1795600000000,
  AwaitOutcomes1795610000000,
  NameLinkExpiry1795614000000,
  FindCustomers1795640000000,
  RecordRefunds1795660000000,
  ExtendByCodes1795786800000,
  RepairReferencePatterns1795786801000,
  ForgetTestIntents1795870000000,
  FindEndedTestIntents1795870001000,
  AddRetries1795900000000,
  FindRetries1795900001000,
  KeepForgottenUses1796000000000,
  MaskPhonesOfWallets1796000001000,
  RecordDeciders1796000030000,
  RecordActors1796163000000,
  KeepContentDigests1796250053000,
  KeepProviderReferences1796265000000,
  FindProviderReferences1796265001000,
  NameCustomers1796266000000,
  FindGuests1796266001000,
  ChangeLinkTerms1796270057000,
  SearchIntents1796281000000,
  SearchOlderIntents1796281001000,
  GatherSearchEntries1796282000000,
  RecordReversals1796290000000,
  NameTills1796440000400,
  FindIntentsOfTills1796440000500,
];
