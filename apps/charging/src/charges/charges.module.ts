import { Module } from '@nestjs/common';
import { BooksModule } from '../books/books.module.js';
import { RailsModule } from '../rails/rails.module.js';
import { ChargeEvents } from './charge-events.js';
import { ChargeOperations } from './charge-operations.js';
import { ChargeOperationsRepository } from './charge-operations.repository.js';
import { ChargesRepository } from './charges.repository.js';
import { AnswerChargeStatus } from './execution/answer-charge-status.js';
import { ChargeStatusCommands } from './execution/charge-status.commands.js';
import { ExecuteCharges } from './execution/execute-charges.js';
import { IntentsEvents } from './execution/intents.events.js';
import { OpenOperations } from './open-operations.js';
import { OperationEvents } from './operation-events.js';
import { SettleCharges } from './settle-charges.js';

/** Charges: of wallets at once, by mobile money through an operation. */
@Module({
  imports: [BooksModule, RailsModule],
  controllers: [IntentsEvents, ChargeStatusCommands],
  providers: [
    ...[ChargesRepository, ChargeEvents, SettleCharges, OperationEvents, OpenOperations, ChargeOperations],
    ChargeOperationsRepository,
    ...[AnswerChargeStatus, ExecuteCharges],
  ],
})
export class ChargesModule {}
