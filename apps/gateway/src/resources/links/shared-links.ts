import { Injectable } from '@nestjs/common';
import type { Acceptance, Idempotency, MerchantProfile, PaymentIntent, PaymentLink } from '@paygate/contracts';
import { getSharedLink, headers as names, payLink } from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';
import { addressGroup, newId, sha256Base64url } from '@paygate/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { MerchantProfiles } from '../../credentials/merchant-profiles.js';
import { accepted } from '../../edge/answers.js';
import { Proxies } from '../../edge/listener/proxies.js';
import { RateLimits } from '../../rate-limits/rate-limits.js';
import { given } from '../../requests/given.js';
import { idempotencyOf } from '../../requests/idempotency.js';
import { pathIdOf } from '../../requests/path-id.js';

export const linkIdOf = pathIdOf('paymentLink', 'payment_link_not_found');

/** A request about one link. */
export type OneLink = FastifyRequest<{ Params: { id: string } }>;

/** A link, and its merchant, who is active in the mode of the link. */
interface Found {
  readonly link: PaymentLink;
  readonly merchant: MerchantProfile;
}

interface Payment {
  readonly amount: string | null | undefined;
  readonly cancelUrl: string | null;
}

/** Payment links for whoever has their address. No key is needed, so the payments of an address and of a link have budgets. */
@Injectable()
export class SharedLinks {
  constructor(
    private readonly bus: CommandBus,
    private readonly merchants: MerchantProfiles,
    private readonly limits: RateLimits,
    private readonly proxies: Proxies,
  ) {}

  async find(request: OneLink): Promise<Found> {
    const { id: requestId } = request;
    const { data: link } = accepted(await this.bus.send(getSharedLink, { linkId: linkIdOf(request) }, { requestId }));
    return { link, merchant: await this.merchants.active(link, requestId) };
  }

  async pay(request: OneLink, reply: FastifyReply, { amount, cancelUrl }: Payment): Promise<Acceptance<PaymentIntent>> {
    const linkId = linkIdOf(request);
    const client = this.proxies.clientOf(request.raw);
    const idempotency = keyOf(request, linkId, client);
    await this.limits.ofLinkPayer(client, reply);
    const { link } = await this.find(request);
    await this.limits.ofLinkPayments(link, reply);
    const command = { linkId, intentId: newId('intent'), ...given({ amount, cancelUrl, idempotency }) };
    return accepted(await this.bus.send(payLink, command, { requestId: request.id }));
  }
}

/** The page of a link sends keys of 43 characters, and a UUID has 36: shorter ones may be guessed, or chosen by two payers. */
const UNGUESSABLE_CHARACTERS = 32;

/**
 * A payer's key is one of the link, by a separator that is in no key: it never meets a key of the merchant, or of another link. A short one
 * is one of the payer's network too, so that nobody gets the payment of another by the same key.
 */
function keyOf({ headers, body }: FastifyRequest, linkId: string, client: string): Idempotency | undefined {
  const asSent = idempotencyOf(headers, body);
  if (asSent === undefined) return undefined;
  const isShort = String(headers[names.idempotencyKey]).length < UNGUESSABLE_CHARACTERS;
  const owner = isShort ? [linkId, addressGroup(client)] : [linkId];
  return { ...asSent, keyHash: sha256Base64url([...owner, asSent.keyHash].join('\0')) };
}
