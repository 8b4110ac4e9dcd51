import { Injectable } from '@nestjs/common';
import type { PayLinkCommand, PaymentIntent, Reply } from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import type { Received, Transaction } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import { violatedConstraint } from '@paygate/platform';
import { IntentsConfig } from '../config.js';
import { earlierAnswer } from '../creation/create-intents.js';
import type { Creation } from '../creation/creations.repository.js';
import { CreationsRepository } from '../creation/creations.repository.js';
import type { Intent } from '../domain/intent.js';
import { placed } from '../domain/intent.js';
import type { LinkTerms } from '../domain/link.js';
import { nextAmount, referenceOf } from '../domain/link.js';
import { originOf } from '../intents.view.js';
import type { ReadLink } from './links.repository.js';
import { LinksRepository, UNEXPIRED_CONSTRAINT } from './links.repository.js';

type Request = Received<PayLinkCommand>;
type Answer = Reply<PaymentIntent>;

/** One payment of a link. */
interface Use {
  readonly amount: bigint;
  readonly number: number;
  readonly at: Date;
}

/**
 * Creates the intent of one use of a link. Under the lock of the link, so that its uses are one after the other: each has its own
 * number, and together they are never more than the link may have. A repeated key gets the intent of the first request, also
 * when the link begins no payment any more.
 */
@Injectable()
export class PayLink {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly links: LinksRepository,
    private readonly creations: CreationsRepository,
    private readonly config: IntentsConfig,
  ) {}

  async pay(request: Request): Promise<Answer> {
    try {
      return await this.unitOfWork.run(async (tx) => {
        const read = await this.links.lock(tx, request.payload.linkId);
        return read === undefined ? refuse('payment_link_not_found') : this.#use(tx, request, read);
      });
    } catch (error) {
      if (violatedConstraint(error) !== UNEXPIRED_CONSTRAINT) throw error;
      return refuse('payment_link_expired');
    }
  }

  async #use(tx: Transaction, request: Request, { link, at }: ReadLink): Promise<Answer> {
    const { intentId: id, amount: named, idempotency } = request.payload;
    const { merchantId, mode } = link;
    const sought = { intent: { id, merchantId, mode, reference: null }, idempotency };
    const earlier = earlierAnswer(sought, (await this.creations.conflicts([sought], tx)).get(id));
    if (earlier !== undefined) return earlier;
    const amount = nextAmount(link, at, named === undefined ? undefined : BigInt(named));
    if (typeof amount !== 'bigint') return amount;
    // also of a payment that is refused because of its reference: the next one gets another
    const number = await this.links.takeNumber(tx, link);
    const creation = this.#creation(request, link, { amount, number, at });
    const intent = (await this.creations.insert([creation], tx)).get(id);
    // without the holder's id: whoever pays is anonymous
    if (intent === undefined) return refuse('reference_exists');
    await this.links.use(tx, link.id, { intentId: id, number });
    return accept(intent);
  }

  /** A payment of a limited link keeps others from paying, so it waits for a code not as long as others, and is extended by each. */
  #expiry({ maxUses }: LinkTerms, at: Date): Pick<Intent, 'expiresAt' | 'extensibleUntil'> {
    const { INTENT_EXPIRY_SECONDS: most, LINK_HOLD_SECONDS: hold } = this.config;
    const after = (seconds: number): Date => new Date(at.getTime() + seconds * 1_000);
    if (maxUses === null || hold >= most) return { expiresAt: after(most), extensibleUntil: null };
    return { expiresAt: after(hold), extensibleUntil: after(most) };
  }

  #creation(request: Request, link: LinkTerms, { amount, number, at }: Use): Creation {
    const { intentId, cancelUrl, idempotency } = request.payload;
    const { merchantId, mode, currency, description, returnUrl } = link;
    const intent = placed({
      ...{ id: intentId, merchantId, mode, amount, currency, description },
      metadata: JSON.stringify({ paymentLinkId: link.id }),
      reference: referenceOf(link, number),
      userId: null,
      ...{ returnUrl, cancelUrl: cancelUrl ?? null },
      createdAt: at,
      ...this.#expiry(link, at),
      ...{ checkoutRetries: link.checkoutRetries, retryOf: null, linkId: link.id, actor: link.actor, tillId: null },
    });
    return { intent, idempotency, origin: originOf(request) };
  }
}
