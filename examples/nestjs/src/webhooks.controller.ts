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
    if (event.type === 'payment.completed') this.orders.end(event.data.paymentIntent, 'paid');
    if (event.type === 'payment.failed' || event.type === 'payment.expired' || event.type === 'payment.canceled')
      this.orders.end(event.data.paymentIntent, 'failed');
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
