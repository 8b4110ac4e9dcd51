import { Injectable } from '@nestjs/common';
import type { Reply, SignIn as Request } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { Sealer } from '@paygate/platform';
import type { MaybeKeyed } from '../kept-answers.js';
import { KeptAnswers } from '../kept-answers.js';
import type { Credentials, SignedInUser } from './sign-in.js';
import { SignIn } from './sign-in.js';

/**
 * Signs a user in, under an idempotency key once: who asks again gets the same token, good or not. The password comes first,
 * with all that brakes who guesses: to who has not shown it a key says nothing, and gives nothing.
 */
@Injectable()
export class KeyedSignIn {
  constructor(
    private readonly signIn: SignIn,
    private readonly answers: KeptAnswers,
    private readonly sealer: Sealer,
  ) {}

  async execute(credentials: Credentials, message: Received<Request>): Promise<Reply<SignedInUser>> {
    const reply = await this.signIn.execute(credentials, message);
    if (!reply.ok) return reply;
    const expiresAt = reply.data.expiresAt.toISOString();
    const first = await this.answers.first('sign-in', this.#keyed(message.payload), { ...reply.data, expiresAt });
    return first.ok ? { ...first, data: { ...first.data, expiresAt: new Date(first.data.expiresAt) } } : first;
  }

  #keyed({ merchantId, mode, idempotency }: Request): MaybeKeyed {
    if (idempotency === undefined) return { merchantId, mode };
    const { keyHash, bodyHash } = idempotency;
    return { merchantId, mode, idempotency: { keyHash, bodyHash: this.sealer.open(bodyHash, 'sign-in.body-hash') } };
  }
}
