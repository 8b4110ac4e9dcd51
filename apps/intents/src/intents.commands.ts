import { Controller } from '@nestjs/common';
import type {
  BeginCharge,
  Charge,
  CreateIntent,
  IntentFacts,
  IntentOfMerchant,
  PaymentIntent,
  Reply,
} from '@paygate/contracts';
import { accept, beginCharge, createIntent, getIntent, getIntentFacts, refuse } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleCommand, HandleCommandBatch } from '@paygate/messaging';
import { intentFacts, paymentIntent } from './intents.view.js';
import { BeginCharges } from './usecases/begin-charges.js';
import { CreateIntents } from './usecases/create-intents.js';
import { ReadIntent } from './usecases/read-intent.js';

/** The commands that intents takes. */
@Controller()
export class IntentsCommands {
  constructor(
    private readonly createIntents: CreateIntents,
    private readonly readIntent: ReadIntent,
    private readonly beginCharges: BeginCharges,
  ) {}

  @HandleCommandBatch(createIntent)
  create(batch: readonly Received<CreateIntent>[]): Promise<readonly Reply<PaymentIntent>[]> {
    return this.createIntents.execute(batch);
  }

  @HandleCommand(getIntent)
  async get(request: IntentOfMerchant): Promise<Reply<PaymentIntent>> {
    const intent = await this.readIntent.execute(request);
    return intent === undefined ? refuse('intent_not_found') : accept(paymentIntent(intent));
  }

  @HandleCommand(getIntentFacts)
  async facts(request: IntentOfMerchant): Promise<Reply<IntentFacts>> {
    const intent = await this.readIntent.execute(request);
    return intent === undefined ? refuse('intent_not_found') : accept(intentFacts(intent));
  }

  @HandleCommandBatch(beginCharge)
  charge(batch: readonly Received<BeginCharge>[]): Promise<readonly Reply<Charge>[]> {
    return this.beginCharges.execute(batch);
  }
}
