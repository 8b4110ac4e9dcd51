import type { RawBodyRequest } from '@nestjs/common';
import { BadRequestException, Controller, Headers, HttpCode, Post, Req } from '@nestjs/common';
import { Paygate, SignatureVerificationError } from '@paygate/node';
import type { PaygateEvent } from '@paygate/node';
import type { Request } from 'express';
import { Orders } from './orders.js';

@Controller('webhooks')
export class WebhooksController {
  constructor(
    private readonly paygate: Paygate,
    private readonly orders: Orders,
  ) {}

  @Post()
  @HttpCode(200)
  receive(@Req() { rawBody }: RawBodyRequest<Request>, @Headers('service-signature') signature?: string): void {
    const event = this.verified(rawBody, signature);
    // an event may arrive twice: the second time it changes nothing
    if (event.type === 'payment.completed')
      this.orders.set(String(event.data.paymentIntent.metadata['orderId']), 'paid');
    if (event.type === 'payment.failed')
      this.orders.set(String(event.data.paymentIntent.metadata['orderId']), 'failed');
  }

  private verified(body: Buffer | undefined, signature: string | undefined): PaygateEvent {
    try {
      return this.paygate.webhooks.constructEvent(body, signature, process.env['PAYGATE_WEBHOOK_SECRET'] ?? '');
    } catch (error) {
      if (error instanceof SignatureVerificationError) throw new BadRequestException(error.message);
      throw error;
    }
  }
}
