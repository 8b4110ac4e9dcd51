import { Injectable } from '@nestjs/common';
import type { AmountBounds, CreatePaymentLinkCommand, PaymentLink, Reply, TakenCurrencies } from '@paygate/contracts';
import {
  accept,
  actedInIntents,
  currencyRefusal,
  LINK_CHECKOUT_RETRIES,
  merchantActed,
  refuse,
  takenCurrencies,
} from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import { Clock, isSameContent, LockTimedOut } from '@paygate/platform';
import { IntentsConfig } from '../config.js';
import type { LinkTerms } from '../domain/link.js';
import { made, termsRefusal } from '../domain/link.js';
import { originOf } from '../intents.view.js';
import { LinksRepository } from './links.repository.js';
import { paymentLink } from './links.view.js';

type Answer = Reply<PaymentLink>;

/** Creates payment links. A repeated idempotency key, or command, gets the link as it was when it was created. */
@Injectable()
export class CreateLink {
  readonly #taken: TakenCurrencies;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly links: LinksRepository,
    private readonly clock: Clock,
    config: IntentsConfig,
  ) {
    this.#taken = takenCurrencies(config.AMOUNT_BOUNDS);
  }

  async create(message: Received<CreatePaymentLinkCommand>): Promise<Answer> {
    const { payload: command } = message;
    const bounds = this.#taken[command.mode].get(command.currency);
    if (bounds === undefined) return currencyRefusal(command, this.#taken);
    const terms = termsOf(command, bounds, new Date(this.clock.epochMs()));
    const refusal = termsRefusal(terms, bounds);
    // terms that were accepted before may be refused now, such as those of a link that has expired since
    if (refusal !== undefined) return (await this.#earlier(terms, command)) ?? refusal;
    try {
      if (await this.#insert(terms, message)) return accept(paymentLink(made(terms), terms.createdAt));
    } catch (error) {
      if (command.idempotency === undefined || !(error instanceof LockTimedOut)) throw error;
      return refuse('idempotency_key_in_use');
    }
    const earlier = await this.#earlier(terms, command);
    if (earlier === undefined) throw new Error(`${terms.id} belongs to another merchant or mode`);
    return earlier;
  }

  #insert(terms: LinkTerms, message: Received<CreatePaymentLinkCommand>): Promise<boolean> {
    return this.unitOfWork.run(async (tx) => {
      const isNew = await this.links.insert(tx, terms, message.payload.idempotency);
      if (isNew) tx.emit(actedInIntents, merchantActed(message, 'payment_link.created', terms.id));
      return isNew;
    }, originOf(message));
  }

  async #earlier(terms: LinkTerms, { idempotency }: CreatePaymentLinkCommand): Promise<Answer | undefined> {
    const earlier = await this.links.earlier(terms, idempotency);
    if (earlier === undefined) return undefined;
    const { link } = earlier;
    const isOwn = link.id === terms.id;
    if (!isOwn && !isSameContent(earlier, idempotency ?? {})) return refuse('idempotency_key_reused');
    const answer = accept(paymentLink(made(link), link.createdAt));
    return isOwn ? answer : { ...answer, replayed: true };
  }
}

function termsOf(command: CreatePaymentLinkCommand, bounds: AmountBounds, now: Date): LinkTerms {
  const { linkId, merchantId, mode, currency, amount, minAmount, maxAmount, expiresAt } = command;
  const isOpen = amount === undefined;
  return {
    ...{ id: linkId, merchantId, mode, currency },
    amount: isOpen ? null : BigInt(amount),
    minAmount: isOpen ? BigInt(minAmount ?? bounds.min) : null,
    maxAmount: isOpen ? BigInt(maxAmount ?? bounds.max) : null,
    description: command.description ?? null,
    referencePattern: command.referencePattern ?? null,
    returnUrl: command.returnUrl ?? null,
    maxUses: command.maxUses ?? null,
    checkoutRetries: command.checkoutRetries ?? LINK_CHECKOUT_RETRIES,
    actor: command.actor ?? null,
    createdAt: now,
    expiresAt: expiresAt === undefined ? null : new Date(expiresAt),
  };
}
