import { Injectable } from '@nestjs/common';
import type { KeyWorkView, MerchantActed, MerchantAction } from '@paygate/contracts';
import { KEY_WORK_EVENT_MAX, keyWorkEnded } from '@paygate/contracts';
import type { MessageOrigin, Transaction } from '@paygate/messaging';
import type { Queryable } from '@paygate/platform';
import type { ApiKey } from '../api-key.js';
import { KeyWorkRepository } from './key-work.repository.js';

/** The id of the schedule of payouts, which an account has one of in each mode. */
const SCHEDULE = 'payout_schedule';

const workOf: Partial<Record<MerchantAction, Pick<KeyWorkView, 'object' | 'act'>>> = {
  'webhook_endpoint.created': { object: 'webhook_endpoint', act: 'created' },
  'webhook_endpoint.changed': { object: 'webhook_endpoint', act: 'changed' },
  'webhook_endpoint.enabled': { object: 'webhook_endpoint', act: 'changed' },
  'webhook_endpoint.secret_rotated': { object: 'webhook_endpoint', act: 'secret_rotated' },
  'payout_schedule.changed': { object: SCHEDULE, act: 'changed' },
  'payment_link.created': { object: 'payment_link', act: 'created' },
  'payment_link.changed': { object: 'payment_link', act: 'changed' },
  'payment_link.activated': { object: 'payment_link', act: 'activated' },
};
/** The order of lists, which are cut at their end. */
const order: readonly KeyWorkView['object'][] = ['api_key', 'webhook_endpoint', SCHEDULE, 'payment_link'];

/** What API keys made, and its end. */
@Injectable()
export class KeyWork {
  constructor(private readonly work: KeyWorkRepository) {}

  /** What stands of the work of a key and of the keys that it made, without what is kept. */
  async standing(on: Queryable, key: ApiKey, keep: readonly string[] = []): Promise<readonly KeyWorkView[]> {
    const keys = await this.work.keysOf(on, key, keep);
    const acts = await this.work.actsOf(on, key, [key.id, ...keys.map(({ id }) => id)]);
    const made = keys
      .filter(({ hasEnded }) => !hasEnded)
      .map(({ id, isSuccessor, createdAt }): KeyWorkView => {
        return { id, object: 'api_key', act: isSuccessor ? 'rotated' : 'created', at: createdAt.toISOString() };
      });
    const others = acts.map(({ action, subject, occurredAt }) => viewOf(action, subject, occurredAt));
    return [...made, ...others]
      .filter((one) => one !== undefined)
      .filter(({ id }) => !keep.includes(id))
      .toSorted((one, other) => order.indexOf(one.object) - order.indexOf(other.object));
  }

  /** The keys that a key made, without what is kept. Expired ones are included, because acts of theirs may still arrive. */
  async madeKeys(on: Queryable, key: ApiKey, keep: readonly string[]): Promise<readonly string[]> {
    return (await this.work.keysOf(on, key, keep)).map(({ id }) => id);
  }

  /** Has the other services end what they own of it, when the transaction commits. */
  end(
    tx: Transaction,
    by: { readonly key: Pick<ApiKey, 'merchantId' | 'mode'>; readonly actor: string; readonly origin?: MessageOrigin },
    work: readonly KeyWorkView[],
  ): void {
    const { merchantId, mode } = by.key;
    const others = work.filter(({ object }) => object !== 'api_key');
    for (let from = 0; from < others.length; from += KEY_WORK_EVENT_MAX) {
      const part = others.slice(from, from + KEY_WORK_EVENT_MAX);
      tx.emit(keyWorkEnded, { merchantId, mode, actor: by.actor, work: part }, by.origin);
    }
  }

  /** Notes what a revocation of a key keeps, for acts that arrive after it. */
  keep(tx: Transaction, key: ApiKey, ids: readonly string[]): Promise<void> {
    return this.work.noteKept(tx, key, ids);
  }

  /** Ends what a key made whose act arrives after its revocation, except what the revocation kept. */
  async endLate(
    tx: Transaction,
    acts: readonly {
      readonly id: string;
      readonly requestId: string;
      readonly occurredAt: Date;
      readonly payload: MerchantActed;
    }[],
  ): Promise<void> {
    const keptBy = await this.work.keptByRevoked(
      tx,
      acts.filter(({ payload }) => workOf[payload.action] !== undefined).map(({ payload }) => payload.actor),
    );
    for (const { id: causationId, requestId, occurredAt, payload } of acts) {
      const work = viewOf(payload.action, payload.subject, occurredAt);
      if (work === undefined || payload.subject === 'off') continue;
      const kept = keptBy.get(payload.actor);
      if (kept === undefined || kept.includes(work.id)) continue;
      this.end(tx, { key: payload, actor: payload.actor, origin: { requestId, causationId } }, [work]);
    }
  }
}

function viewOf(action: MerchantAction, subject: string, at: Date): KeyWorkView | undefined {
  const work = workOf[action];
  if (work === undefined) return undefined;
  return { id: work.object === SCHEDULE ? SCHEDULE : subject, ...work, at: at.toISOString() };
}
