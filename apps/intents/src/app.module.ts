import { Module } from '@nestjs/common';
import { otpTokenKeyTable } from '@paygate/contracts';
import { MessagingModule } from '@paygate/messaging';
import { DatabaseModule, PlatformModule } from '@paygate/platform';
import { ChargeOutcomes } from './charge-outcomes.js';
import { ChargeTokens } from './charge-tokens.js';
import { ChargesCommands } from './charges.commands.js';
import { ChargesEvents } from './charges.events.js';
import { ScheduledJobs } from './scheduled-jobs.js';
import { IntentsConfig } from './config.js';
import { CreationsRepository } from './creations.repository.js';
import { faultsOf, transitions } from './domain/intent-status.js';
import { IntentListsRepository } from './intent-lists.repository.js';
import { IntentsCommands } from './intents.commands.js';
import { IntentsRepository } from './intents.repository.js';
import { IntentSchema } from './intents.schema.js';
import { OtpEvents } from './otp.events.js';
import { AwaitCharge } from './usecases/await-charge.js';
import { BeginCharges } from './usecases/begin-charges.js';
import { CancelIntent } from './usecases/cancel-intent.js';
import { CreateIntents } from './usecases/create-intents.js';
import { ExpireDueIntents } from './usecases/expire-due-intents.js';
import { ExpireIntents } from './usecases/expire-intents.js';
import { DeleteOldIdempotencyKeys } from './usecases/delete-old-idempotency-keys.js';
import { ListIntents } from './usecases/list-intents.js';
import { ReadIntent } from './usecases/read-intent.js';
import { RecordOtpProgress } from './usecases/record-otp-progress.js';
import { SettleCharges } from './usecases/settle-charges.js';

@Module({
  imports: [
    PlatformModule.forService('intents', IntentsConfig),
    DatabaseModule.with({ entities: [IntentSchema] }),
    MessagingModule.forService({ tables: [otpTokenKeyTable] }),
  ],
  controllers: [IntentsCommands, ChargesCommands, ChargesEvents, OtpEvents],
  providers: [
    ChargeOutcomes,
    ChargeTokens,
    ScheduledJobs,
    CreationsRepository,
    IntentListsRepository,
    IntentsRepository,
    AwaitCharge,
    BeginCharges,
    CancelIntent,
    CreateIntents,
    ExpireDueIntents,
    ExpireIntents,
    DeleteOldIdempotencyKeys,
    ListIntents,
    ReadIntent,
    RecordOtpProgress,
    SettleCharges,
  ],
})
export class AppModule {
  /** A state machine with a hole must not serve a single request. */
  constructor() {
    const faults = faultsOf(transitions);
    if (faults.length > 0) throw new Error(`the transition table is wrong: ${faults.join('; ')}`);
  }
}
