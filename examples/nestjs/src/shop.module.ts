import { Module } from '@nestjs/common';
import { Paygate } from '@paygate/node';
import { OrdersController } from './orders.controller.js';
import { Orders } from './orders.js';
import { WebhooksController } from './webhooks.controller.js';

/** One client for the whole application. */
const client = {
  provide: Paygate,
  useFactory: () => new Paygate({ secretKey: process.env['PAYGATE_SECRET_KEY'] ?? '' }),
};

@Module({ controllers: [OrdersController, WebhooksController], providers: [Orders, client] })
export class ShopModule {}
