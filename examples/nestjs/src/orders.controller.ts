import { randomUUID } from 'node:crypto';
import { Controller, Get, NotFoundException, Param, Post } from '@nestjs/common';
import { Paygate } from '@paygate/node';
import { Orders } from './orders.js';
import type { OrderStatus } from './orders.js';

@Controller('orders')
export class OrdersController {
  constructor(
    private readonly paygate: Paygate,
    private readonly orders: Orders,
  ) {}

  /** Begins a payment. The page gets what it needs to pay, and no secret key. */
  @Post()
  async create(): Promise<{ orderId: string; sessionToken: string; apiKey: string }> {
    const orderId = randomUUID();
    const { sessionToken } = await this.paygate.paymentIntents.create(
      {
        amount: '5000', // 5 000 FCFA
        currency: 'XAF',
        description: 'Wax fabric, six yards',
        reference: orderId,
      },
      { idempotencyKey: orderId },
    );
    this.orders.begin(orderId);
    return { orderId, sessionToken, apiKey: process.env['PAYGATE_PUBLISHABLE_KEY'] ?? '' };
  }

  @Get(':orderId')
  read(@Param('orderId') orderId: string): { orderId: string; status: OrderStatus } {
    const status = this.orders.get(orderId);
    if (!status) throw new NotFoundException();
    return { orderId, status };
  }
}
