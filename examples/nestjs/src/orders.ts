import { Injectable } from '@nestjs/common';

export type OrderStatus = 'open' | 'paid' | 'failed';

/** Where each order stands. A shop that sells keeps this in its database. */
@Injectable()
export class Orders {
  private readonly statuses = new Map<string, OrderStatus>();

  set(orderId: string, status: OrderStatus): void {
    this.statuses.set(orderId, status);
  }

  get(orderId: string): OrderStatus | undefined {
    return this.statuses.get(orderId);
  }
}
