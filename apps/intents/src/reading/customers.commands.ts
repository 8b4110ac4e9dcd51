import { Controller } from '@nestjs/common';
import type { Customer, CustomerPage, ListCustomersCommand, Reply } from '@paygate/contracts';
import { accept, listCustomers } from '@paygate/contracts';
import { HandleCommand } from '@paygate/messaging';
import type { UserTotal } from './customers.repository.js';
import { CustomersRepository } from './customers.repository.js';

/** Commands about the users who have paid a merchant. */
@Controller()
export class CustomersCommands {
  constructor(private readonly customers: CustomersRepository) {}

  @HandleCommand(listCustomers)
  async list(query: ListCustomersCommand): Promise<Reply<CustomerPage>> {
    const totals = await this.customers.totals(query, query.limit + 1);
    const byUser = [...Map.groupBy(totals, ({ userId }) => userId)];
    const customers = byUser.slice(0, query.limit).map(([userId, ofUser]) => customerOf(userId, ofUser));
    const hasMore = byUser.length > query.limit;
    return accept({ customers, hasMore, nextCursor: hasMore ? (customers.at(-1)?.userId ?? null) : null });
  }
}

function customerOf(userId: string, ofUser: readonly UserTotal[]): Customer {
  // of a currency without any, the payments are older than those that are counted
  const counted = ofUser.filter(({ payments }) => payments > 0);
  const times = counted
    .flatMap(({ firstPaymentAt, lastPaymentAt }) => [firstPaymentAt, lastPaymentAt])
    .map((time) => time.toISOString())
    .sort();
  return {
    userId,
    payments: counted.reduce((sum, { payments }) => sum + payments, 0),
    totals: counted.map(({ currency, payments, amount, amountRefunded = '0' }) => {
      return { currency, payments, amount, amountRefunded };
    }),
    firstPaymentAt: times[0] ?? '',
    lastPaymentAt: times.at(-1) ?? '',
    isCut: ofUser.some(({ isCut }) => isCut),
  };
}
