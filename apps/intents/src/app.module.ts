import { Module } from '@nestjs/common';
import { otpTokenKeyTable } from '@paygate/contracts';
import { MessagingModule } from '@paygate/messaging';
import { PlatformModule } from '@paygate/platform';
import { CancelIntent } from './cancellation/cancel-intent.js';
import { AcceptCharges } from './charging/accept-charges.js';
import { AskForOutcomes } from './charging/ask-for-outcomes.js';
import { AwaitCharge } from './charging/await-charge.js';
import { BeginCharges } from './charging/begin-charges.js';
import { ChargeTokens } from './charging/charge-tokens.js';
import { ChargesCommands } from './charging/charges.commands.js';
import { ChargesEvents } from './charging/charges.events.js';
import { OtpEvents } from './charging/otp.events.js';
import { OutcomeWaiters } from './charging/outcome-waiters.js';
import { RecordChargeOutcomes } from './charging/record-charge-outcomes.js';
import { RequestPreparation } from './charging/request-preparation.js';
import { RecordPrompts } from './charging/record-prompts.js';
import { RecordOtpProgress } from './charging/record-otp-progress.js';
import { IntentsConfig } from './config.js';
import { CreateIntents } from './creation/create-intents.js';
import { CreationsRepository } from './creation/creations.repository.js';
import { DeleteOldIdempotencyKeys } from './creation/delete-old-idempotency-keys.js';
import { faultsOf, transitions } from './domain/intent-status.js';
import { ExpireDueIntents } from './expiry/expire-due-intents.js';
import { ExpireIntents } from './expiry/expire-intents.js';
import { IntentMetrics } from './intent-metrics.js';
import { IntentsCommands } from './intents.commands.js';
import { IntentsRepository } from './intents.repository.js';
import { IntentSchema } from './intents.schema.js';
import { ChangeLink } from './links/change-link.js';
import { CreateLink } from './links/create-link.js';
import { ForgetLinkKeys } from './links/forget-link-keys.js';
import { KeyWorkEvents } from './links/key-work.events.js';
import { LinksCommands } from './links/links.commands.js';
import { LinksRepository } from './links/links.repository.js';
import { PayLink } from './links/pay-link.js';
import { CustomersCommands } from './reading/customers.commands.js';
import { CustomersRepository } from './reading/customers.repository.js';
import { IntentListsRepository } from './reading/intent-lists.repository.js';
import { ListIntents } from './reading/list-intents.js';
import { SearchedPhones } from './reading/searched-phones.js';
import { ReadIntent } from './reading/read-intent.js';
import { RecordAfterwards } from './refunds/record-afterwards.js';
import { RecordRefunds } from './refunds/record-refunds.js';
import { RefundsEvents } from './refunds/refunds.events.js';
import { EndedTestIntentsRepository } from './retention/ended-test-intents.repository.js';
import { ForgetTestIntents } from './retention/forget-test-intents.js';
import { RecordReversals } from './reversals/record-reversals.js';
import { ReversalsEvents } from './reversals/reversals.events.js';
import { BeginTry } from './retries/begin-try.js';
import { ExpireLapsedTries } from './retries/expire-lapsed-tries.js';
import { ReadRetryOptions } from './retries/read-retry-options.js';
import { RetriesCommands } from './retries/retries.commands.js';
import { RetryIntent } from './retries/retry-intent.js';
import { TriesRepository } from './retries/tries.repository.js';
import { IndexIntents } from './search/index-intents.js';
import { SearchEntriesRepository } from './search/search-entries.repository.js';
import { ScheduledJobs } from './scheduled-jobs.js';

@Module({
  imports: [
    PlatformModule.forService('intents', IntentsConfig, [IntentSchema]),
    MessagingModule.forService({ replies: true, tables: [otpTokenKeyTable] }),
  ],
  controllers: [
    IntentsCommands,
    CustomersCommands,
    LinksCommands,
    KeyWorkEvents,
    RetriesCommands,
    ChargesCommands,
    ChargesEvents,
    RefundsEvents,
    ReversalsEvents,
    OtpEvents,
  ],
  providers: [
    IntentMetrics,
    IntentsRepository,
    CreationsRepository,
    IntentListsRepository,
    CreateIntents,
    DeleteOldIdempotencyKeys,
    LinksRepository,
    ChangeLink,
    CreateLink,
    PayLink,
    ForgetLinkKeys,
    TriesRepository,
    BeginTry,
    RetryIntent,
    ExpireLapsedTries,
    ReadRetryOptions,
    CancelIntent,
    ChargeTokens,
    AcceptCharges,
    BeginCharges,
    RecordOtpProgress,
    RecordChargeOutcomes,
    AskForOutcomes,
    RecordAfterwards,
    RecordRefunds,
    RecordReversals,
    RequestPreparation,
    RecordPrompts,
    OutcomeWaiters,
    AwaitCharge,
    ExpireIntents,
    ExpireDueIntents,
    ReadIntent,
    ListIntents,
    SearchedPhones,
    CustomersRepository,
    SearchEntriesRepository,
    IndexIntents,
    EndedTestIntentsRepository,
    ForgetTestIntents,
    ScheduledJobs,
  ],
})
export class AppModule {
  /** Refuses to start with a transition table that is incomplete. */
  constructor() {
    const faults = faultsOf(transitions);
    if (faults.length > 0) throw new Error(`the transition table is wrong: ${faults.join('; ')}`);
  }
}
