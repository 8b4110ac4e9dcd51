import { Injectable } from '@nestjs/common';
import type { PaymentIntent, Refusal, Reply, RetryIntentCommand } from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import type { Received, Transaction } from '@paygate/messaging';
import { IntentsConfig } from '../config.js';
import { CreationsRepository } from '../creation/creations.repository.js';
import { linkRefusal } from '../domain/link.js';
import { nextTry } from '../domain/retry.js';
import { originOf } from '../intents.view.js';
import { LinksRepository } from '../links/links.repository.js';
import type { ReadTries } from './tries.repository.js';

/** Creates the next try of locked tries, as a use of their link if they have one. Violates UNEXPIRED_CONSTRAINT after the link's expiry. */
@Injectable()
export class BeginTry {
  constructor(
    private readonly links: LinksRepository,
    private readonly creations: CreationsRepository,
    private readonly config: IntentsConfig,
  ) {}

  async begin(tx: Transaction, request: Received<RetryIntentCommand>, tries: ReadTries): Promise<Reply<PaymentIntent>> {
    const { newIntentId: id } = request.payload;
    const { linkId } = tries.first;
    const number = linkId === null ? undefined : await this.#takeUse(tx, linkId);
    if (typeof number === 'object') return number;
    const intent = nextTry(tries, { id, at: tries.at, holdSeconds: this.config.LINK_HOLD_SECONDS });
    const creation = { intent, idempotency: undefined, origin: originOf(request) };
    const created = (await this.creations.insert([creation], tx)).get(id);
    // the shop has begun a payment of the same order itself; without its id, because whoever pays is anonymous
    if (created === undefined) return refuse('reference_exists');
    if (linkId !== null && number !== undefined) await this.links.use(tx, linkId, { intentId: id, number });
    return accept(created);
  }

  /** The number of the next use of a link. Its reference is that of the first try, whatever the number. */
  async #takeUse(tx: Transaction, linkId: string): Promise<number | Refusal> {
    const read = await this.links.lock(tx, linkId);
    if (read === undefined) throw new Error(`${linkId} does not exist`);
    const refusal = linkRefusal(read.link, read.at);
    return refusal ?? this.links.takeNumber(tx, { ...read.link, referencePattern: null });
  }
}
