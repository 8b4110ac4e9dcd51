import { Injectable } from '@nestjs/common';
import type { MobileOperator, Mode, OperatorLimit, OperatorMethodName, TakenCurrencies } from '@paygate/contracts';
import { operatorMethods, parseDialCodes, takenCurrencies } from '@paygate/contracts';
import { ChargingConfig } from '../../config.js';
import { PayoutTerms } from '../../outgoing/payouts/payout-terms.js';
import type { RailConnector } from '../../rails/connectors/connector.js';
import { Rails } from '../../rails/connectors/rails.js';

/** The name and the number to dial of an operator's prompt, as pages show them to payers; null where it is not configured. */
export interface PromptTerms {
  readonly promptName: string | null;
  readonly dial: string | null;
}

/** The use of an operator, with its bounds. */
export interface MethodTerms {
  readonly method: OperatorMethodName;
  readonly limits: OperatorLimit[];
}

/** The configured terms of the operators. */
@Injectable()
export class OperatorTerms {
  readonly #promptOf: (rail: MobileOperator) => PromptTerms;
  readonly #taken: TakenCurrencies;

  constructor(
    config: ChargingConfig,
    private readonly rails: Rails,
    private readonly payouts: PayoutTerms,
  ) {
    const codes = parseDialCodes(config.DIAL_CODES);
    const names = { mtn_momo: config.MTN_MOMO_PROMPT_NAME, orange_money: config.ORANGE_MONEY_PROMPT_NAME };
    this.#promptOf = (rail) => ({ promptName: names[rail] ?? null, dial: codes.get(rail) ?? null });
    this.#taken = takenCurrencies(config.AMOUNT_BOUNDS);
  }

  promptOf(rail: MobileOperator): PromptTerms {
    return this.#promptOf(rail);
  }

  /** The uses of a rail in a mode, with its currencies; undefined for a rail that the mode does not have. */
  usesOf(
    rail: MobileOperator,
    mode: Mode,
  ): { readonly currencies: RailConnector['currencies']; readonly methods: readonly MethodTerms[] } | undefined {
    const connector = this.rails.of(rail, mode);
    if (connector?.isConfigured() !== true) return undefined;
    const { currencies, refunds, payouts } = connector;
    const has = { collect: true, refund: refunds !== undefined, payout: payouts !== undefined };
    const methods = operatorMethods.filter((method) => has[method]);
    return {
      currencies,
      methods: methods.map((method) => ({ method, limits: this.#limitsOf(method, mode, currencies) })),
    };
  }

  /** A currency that payments do not take has none. */
  #limitsOf(method: OperatorMethodName, mode: Mode, currencies: RailConnector['currencies']): OperatorLimit[] {
    return currencies.flatMap((currency) => {
      const taken = this.#taken[mode].get(currency);
      if (taken === undefined) return [];
      const { min, max } = this.#boundsOf(method, taken);
      return [{ currency, min: min.toString(), max: max.toString() }];
    });
  }

  /** A refund is of a payment, in part or whole. */
  #boundsOf(method: OperatorMethodName, taken: Bounds): Bounds {
    if (method === 'payout') return { min: this.payouts.min, max: this.payouts.largest };
    return method === 'refund' ? { min: 1n, max: taken.max } : taken;
  }
}

type Bounds = Readonly<Record<'min' | 'max', bigint>>;
