import { Injectable } from '@nestjs/common';
import type { PaymentIntent } from '@paygate/node';

export type OrderStatus = 'open' | 'paid' | 'failed';

/** The status of each order. A shop that sells keeps this in its database. */
@Injectable()
export class Orders {
  private readonly statuses = new Map<string, OrderStatus>();

  begin(orderId: string): void {
    this.statuses.set(orderId, 'open');
  }

  /** An event may arrive twice, and after later ones: an order that is paid stays paid. */
  end({ reference }: PaymentIntent, status: 'paid' | 'failed'): void {
    if (reference !== null && this.statuses.get(reference) !== 'paid') this.statuses.set(reference, status);
  }

  get(orderId: string): OrderStatus | undefined {
    return this.statuses.get(orderId);
  }
}
