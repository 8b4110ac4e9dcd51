import { Injectable } from '@nestjs/common';
import { ChargingConfig } from '../../config.js';
import { ofLedger } from '../../books/ledger/domain/ledger.js';
import { PayerPhones } from '../prompts/payer-phones.js';
import type { Collection, RailProduct } from '../connectors/connector.js';
import { isCollection } from '../connectors/operation-kind.js';
import { Rails } from '../connectors/rails.js';
import { CircuitBreaker } from './pace/circuit-breaker.js';
import { ObservedRails } from '../connectors/observed-rails.js';
import type { RailOperation } from './operation.js';

/** An operation that a worker has, with what it needs to call the rail. */
export interface Turn {
  readonly operation: RailOperation;
  readonly rail: RailProduct;
  /** The time that a payer has to approve. Seconds. */
  readonly approvalSeconds: number;
  readonly breaker: CircuitBreaker;
  readonly collection: Collection;
  /** Bounds the calls of this turn. */
  readonly signal: AbortSignal;
}

/** Finds the rails of operations. */
@Injectable()
export class Turns {
  readonly #breakers = new Map<string, CircuitBreaker>();

  constructor(
    private readonly rails: Rails,
    private readonly phones: PayerPhones,
    private readonly observed: ObservedRails,
    private readonly config: ChargingConfig,
  ) {}

  /** Undefined while the rail has no credentials here, or does not do this at all. */
  of(operation: RailOperation, signal: AbortSignal): Turn | undefined {
    const { mode } = ofLedger(operation.ledger);
    const rail = this.rails.of(operation.rail, mode);
    if (rail?.isConfigured() !== true) return undefined;
    const product = this.observed.of(rail, operation);
    if (product === undefined) return undefined;
    const key = `${operation.rail}/${mode}${isCollection(operation.kind) ? '' : `/${operation.kind}s`}`;
    const breaker = this.#breakers.get(key) ?? this.#newBreaker(key);
    const { approvalSeconds } = rail;
    return { operation, rail: product, approvalSeconds, breaker, collection: this.#collectionOf(operation), signal };
  }

  #newBreaker(key: string): CircuitBreaker {
    const breaker = new CircuitBreaker();
    this.#breakers.set(key, breaker);
    this.observed.metrics.watch(key, breaker);
    return breaker;
  }

  #collectionOf(operation: RailOperation): Collection {
    const { operationId, rail, reference, railToken, phone, amount, ledger, callbackToken, originalReference } =
      operation;
    const { RAIL_CALLBACK_URL: base } = this.config;
    return {
      ...{ reference, railToken, amount, orderId: operationId, originalReference, currency: ofLedger(ledger).currency },
      phone: this.phones.open(phone, operationId),
      callbackUrl:
        base === undefined ? undefined : new URL(`/rails/${rail}/callbacks/${callbackToken}`, base).toString(),
    };
  }
}
