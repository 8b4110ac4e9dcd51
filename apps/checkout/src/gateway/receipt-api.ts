import { Injectable } from '@nestjs/common';
import type { ReceiptCheckAnswer } from '@paygate/contracts';
import type { Customer } from './gateway-client.js';
import { GatewayClient } from './gateway-client.js';

/** The operation of the API for whoever holds a receipt, which needs no credential. */
@Injectable()
export class ReceiptApi {
  constructor(private readonly gateway: GatewayClient) {}

  check(customer: Customer, token: string): Promise<ReceiptCheckAnswer> {
    const call = { method: 'POST', path: '/receipts/check', headers: {}, body: { token } } as const;
    return this.gateway.ask<ReceiptCheckAnswer>(call, customer);
  }
}
