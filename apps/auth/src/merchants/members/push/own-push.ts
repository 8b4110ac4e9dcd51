import { Injectable } from '@nestjs/common';
import type { PushState, Reply } from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { Memberships } from '../memberships.js';
import { PersonTransactions } from '../second-factor/person-transactions.js';
import type { OwnRequest } from '../sessions/people-of-sessions.js';
import { isPoint } from './encrypt-push.js';
import { PushAddresses } from './push-addresses.js';
import type { NewSubscription } from './push-subscriptions.repository.js';
import { PushSubscriptionsRepository } from './push-subscriptions.repository.js';

/** The browsers in which a signed-in person gets notices. */
@Injectable()
export class OwnPush {
  constructor(
    private readonly subscriptions: PushSubscriptionsRepository,
    private readonly transactions: PersonTransactions,
    private readonly memberships: Memberships,
    private readonly addresses: PushAddresses,
  ) {}

  async start(
    { person, requestId }: OwnRequest,
    given: NewSubscription,
    message: Received<unknown>,
  ): Promise<Reply<object>> {
    if (!isPoint(Buffer.from(given.p256dh, 'base64url')))
      return refuse('parameter_invalid', { param: 'p256dh', detail: 'must be a point of P-256' });
    const checked = await this.addresses.check(given.endpoint, message);
    if (!checked.ok) return checked;
    return this.transactions.run(person, async (tx) => {
      const isNew = await this.subscriptions.store(tx, person.id, given);
      if (isNew === undefined) return refuse('token_invalid');
      if (isNew) await this.memberships.recordCredential(tx, 'member.push_started', { personId: person.id, requestId });
      return accept({});
    });
  }

  stop({ person, requestId }: OwnRequest, endpointSha256: string): Promise<Reply<object>> {
    return this.transactions.run(person, async (tx) => {
      const isStopped = await this.subscriptions.delete(tx, person.id, endpointSha256);
      if (isStopped)
        await this.memberships.recordCredential(tx, 'member.push_stopped', { personId: person.id, requestId });
      return accept({});
    });
  }

  async stateOf(personId: string, sessionId: string, publicKey: string | null): Promise<PushState> {
    const listed = await this.subscriptions.list(personId, sessionId);
    const subscriptions = listed.map(({ createdAt, ...one }) => ({ ...one, createdAt: createdAt.toISOString() }));
    return { publicKey, subscriptions };
  }
}
