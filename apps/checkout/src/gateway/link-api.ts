import { Injectable } from '@nestjs/common';
import type { LinkPaymentView, SharedLinkView } from '@paygate/contracts';
import { headers } from '@paygate/contracts';
import type { Customer } from './gateway-client.js';
import { GatewayClient } from './gateway-client.js';
import type { Merchant } from './payment-api.js';

/** A payment link as whoever has its address sees it. */
export interface SharedLink extends Omit<SharedLinkView, 'merchant'> {
  readonly merchant?: Merchant;
}

/** The operations of the API for a payment link, which need no credential. */
@Injectable()
export class LinkApi {
  constructor(private readonly gateway: GatewayClient) {}

  read(customer: Customer, linkId: string): Promise<SharedLink> {
    return this.gateway.ask({ method: 'GET', path: `/payment-links/${linkId}/shared`, headers: {} }, customer);
  }

  /** Begins a payment, one for a key. */
  pay(customer: Customer, linkId: string, payment: { amount: string | undefined; key: string }) {
    const { amount, key } = payment;
    const given = { [headers.idempotencyKey]: key };
    const path = `/payment-links/${linkId}/payments`;
    return this.gateway.ask<LinkPaymentView>({ method: 'POST', path, headers: given, body: { amount } }, customer);
  }
}
