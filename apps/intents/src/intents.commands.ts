import { Controller } from '@nestjs/common';
import type {
  CancelIntentCommand,
  CreateIntentCommand,
  GetKeyedIntentCommand,
  IntentFacts,
  IntentOfMerchant,
  IntentPage,
  ListIntentsCommand as ListIntentsRequest,
  PaymentIntent,
  ReceiptFacts,
  Reply,
  TimelinePart,
} from '@paygate/contracts';
import {
  accept,
  cancelIntent,
  createIntent,
  getIntent,
  getIntentFacts,
  getIntentTimeline,
  getKeyedIntent,
  getReceiptFacts,
  listIntents,
  refuse,
} from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleCommand, HandleCommandBatch } from '@paygate/messaging';
import { intentFacts, paymentIntent, receiptFacts } from './intents.view.js';
import { CancelIntent } from './cancellation/cancel-intent.js';
import { CreateIntents } from './creation/create-intents.js';
import { ListIntents } from './reading/list-intents.js';
import { ReadIntent } from './reading/read-intent.js';
import { intentTimeline } from './reading/timeline.js';

/** Commands that create, read, list and cancel intents. */
@Controller()
export class IntentsCommands {
  constructor(
    private readonly createIntents: CreateIntents,
    private readonly readIntent: ReadIntent,
    private readonly listIntents: ListIntents,
    private readonly cancelIntent: CancelIntent,
  ) {}

  @HandleCommandBatch(createIntent)
  create(batch: readonly Received<CreateIntentCommand>[]): Promise<readonly Reply<PaymentIntent>[]> {
    return this.createIntents.create(batch);
  }

  @HandleCommand(getKeyedIntent)
  keyed(request: GetKeyedIntentCommand): Promise<Reply<PaymentIntent>> {
    return this.createIntents.earlier(request);
  }

  @HandleCommand(getIntent)
  async get(request: IntentOfMerchant): Promise<Reply<PaymentIntent>> {
    const intent = await this.readIntent.read(request);
    return intent === undefined ? refuse('intent_not_found') : accept(paymentIntent(intent));
  }

  @HandleCommand(listIntents)
  list(_: ListIntentsRequest, message: Received<ListIntentsRequest>): Promise<Reply<IntentPage>> {
    return this.listIntents.list(message);
  }

  @HandleCommand(getIntentTimeline)
  async timeline(request: IntentOfMerchant): Promise<Reply<TimelinePart>> {
    const intent = await this.readIntent.read(request);
    return intent === undefined ? refuse('intent_not_found') : accept(intentTimeline(intent));
  }

  @HandleCommand(cancelIntent)
  cancel(_: CancelIntentCommand, message: Received<CancelIntentCommand>): Promise<Reply<PaymentIntent>> {
    return this.cancelIntent.cancel(message);
  }

  @HandleCommand(getIntentFacts)
  async facts(request: IntentOfMerchant): Promise<Reply<IntentFacts>> {
    const intent = await this.readIntent.read(request);
    return intent === undefined ? refuse('intent_not_found') : accept(intentFacts(intent));
  }

  @HandleCommand(getReceiptFacts)
  async receipt(request: IntentOfMerchant): Promise<Reply<ReceiptFacts>> {
    const intent = await this.readIntent.read(request);
    if (intent === undefined) return refuse('intent_not_found');
    const { status: currentStatus } = intent;
    if (currentStatus !== 'COMPLETED') return refuse('intent_unexpected_state', { fields: { currentStatus } });
    return accept(receiptFacts(intent));
  }
}
