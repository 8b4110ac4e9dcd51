import { Injectable } from '@nestjs/common';
import type { ChargePrepared, PrepareChargeCommand, Refusal } from '@paygate/contracts';
import { isMobileNumber, operatorOfNumber, refuse } from '@paygate/contracts';
import { ChargingConfig } from '../../config.js';
import { Rails } from '../connectors/rails.js';
import { PayerPhones } from './payer-phones.js';
import { PromptsRepository } from './prompts.repository.js';

/** Finds the operator that asks a phone for approval, and counts the prompt. */
@Injectable()
export class PreparePrompt {
  constructor(
    private readonly rails: Rails,
    private readonly prompts: PromptsRepository,
    private readonly phones: PayerPhones,
    private readonly config: ChargingConfig,
  ) {}

  /** `byOwner`: the payer has proved the phone. */
  async prepare(
    command: PrepareChargeCommand,
    { phone, byOwner }: { readonly phone: string; readonly byOwner: boolean },
  ): Promise<ChargePrepared | Refusal> {
    const { chargeId, intentId, merchantId, mode, currency } = command;
    const operator = isMobileNumber(phone) ? (command.operator ?? operatorOfNumber(phone)) : undefined;
    if (operator === undefined)
      return refuse('operator_unknown', {
        param: 'paymentMethod.operator',
        detail: 'No mobile-money operator of this service has the phone number.',
      });
    const rail = this.rails.of(operator, mode);
    if (rail?.isConfigured() !== true || !rail.currencies.includes(currency))
      return refuse('payment_method_unavailable', {
        param: 'paymentMethod',
        detail: `${operator} does not collect ${currency} in ${mode} mode here.`,
      });
    const phoneMasked = this.phones.mask(phone);
    const prompt = {
      ...{ chargeId, intentId, rail: operator, phoneMasked, byOwner },
      phone: this.phones.seal(phone, chargeId),
      countedIndexes: this.phones.countedIndexes(phone, mode, merchantId),
    };
    const { PROMPTS_PER_PHONE: prompts, PROMPT_WINDOW_SECONDS: windowSeconds, PROMPTS_PER_DAY: perDay } = this.config;
    const retryAfter = await this.prompts.take(prompt, { prompts, windowSeconds, perDay });
    if (retryAfter > 0) return refuse('prompt_limit_reached', { fields: { retryAfter } });
    const [phoneIndex] = this.phones.indexes(phone, mode);
    const [customerId] = merchantId === undefined ? [] : this.phones.customerIds(phone, { merchantId, mode });
    const [phoneEnd] = merchantId === undefined ? [] : this.phones.ends(phone, { merchantId, mode });
    return {
      ...{ operator, phoneMasked, ...(phoneIndex === undefined ? {} : { phoneIndex }) },
      ...(customerId === undefined ? {} : { customerId }),
      ...(phoneEnd === undefined ? {} : { phoneEnd }),
    };
  }
}
