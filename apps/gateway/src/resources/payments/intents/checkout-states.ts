import { Injectable } from '@nestjs/common';
import type { CheckoutStateView, PaymentIntent } from '@paygate/contracts';
import { getRetryOptions } from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';
import { accepted } from '../../../edge/answers.js';
import { PublicUrls } from '../../public-urls.js';
import { shopUrl } from './shop-url.js';

/** The URLs to which the pages of payments lead. */
@Injectable()
export class CheckoutStates {
  constructor(
    private readonly bus: CommandBus,
    private readonly urls: PublicUrls,
  ) {}

  /** Only a declined payment may go on as another one. */
  async of(intent: PaymentIntent, requestId: string): Promise<CheckoutStateView> {
    const returnUrl = shopUrl(intent);
    const { id: intentId, merchantId, mode, status } = intent;
    const receiptUrl = status === 'COMPLETED' ? this.urls.receipt({ intentId, merchantId, mode }) : null;
    if (status !== 'FAILED') return { returnUrl, mayRetry: false, latestUrl: null, receiptUrl };
    const { data } = accepted(await this.bus.send(getRetryOptions, { intentId, merchantId, mode }, { requestId }));
    const { latestId, mayRetry } = data;
    const latestUrl = latestId === intentId ? null : this.urls.checkout({ id: latestId, merchantId, mode });
    return { returnUrl, mayRetry, latestUrl, receiptUrl };
  }
}
