import { Controller } from '@nestjs/common';
import type {
  Customer,
  CustomerPage,
  Guest,
  GuestPage,
  ListCustomersCommand,
  ListGuestsCommand,
  Reply,
} from '@paygate/contracts';
import { accept, listCustomers, listGuests, refuse } from '@paygate/contracts';
import { HandleCommand } from '@paygate/messaging';
import { IntentsRepository } from '../intents.repository.js';
import type { GuestTotal, UserTotal } from './customers.repository.js';
import { CustomersRepository } from './customers.repository.js';

/** Commands about the users and guests who have paid a merchant. */
@Controller()
export class CustomersCommands {
  constructor(
    private readonly customers: CustomersRepository,
    private readonly intents: IntentsRepository,
  ) {}

  @HandleCommand(listCustomers)
  async list(query: ListCustomersCommand): Promise<Reply<CustomerPage>> {
    const totals = await this.customers.totals(query, query.limit + 1);
    const byUser = [...Map.groupBy(totals, ({ userId }) => userId)];
    const customers = byUser.slice(0, query.limit).map(([userId, ofUser]) => ({ userId, ...paidBy(ofUser) }));
    const hasMore = byUser.length > query.limit;
    return accept({ customers, hasMore, nextCursor: hasMore ? (customers.at(-1)?.userId ?? null) : null });
  }

  @HandleCommand(listGuests)
  async guests(query: ListGuestsCommand): Promise<Reply<GuestPage>> {
    const { totals, walkedTo } = await this.customers.guestTotals(query, query.limit + 1);
    if (totals.length === 0 && walkedTo === null && !(await this.#knowsCursor(query)))
      return refuse('cursor_invalid', { param: 'startingAfter' });
    const byGuest = [...Map.groupBy(totals, ({ customerId }) => customerId).values()];
    const shown = byGuest.slice(0, query.limit);
    const nextCursor = byGuest.length > shown.length ? (shown.at(-1)?.[0]?.lastIntentId ?? null) : walkedTo;
    return accept({ guests: shown.flatMap(guestOf), hasMore: nextCursor !== null, nextCursor });
  }

  /** Needed for an empty page only: any row proves that the cursor exists. */
  async #knowsCursor({ merchantId, mode, startingAfter: intentId }: ListGuestsCommand): Promise<boolean> {
    return intentId === undefined || (await this.intents.find({ intentId, merchantId, mode })) !== undefined;
  }
}

function guestOf(ofGuest: readonly GuestTotal[]): readonly Guest[] {
  const [first] = ofGuest;
  if (first === undefined) return [];
  const { customerId: id, phoneMasked, operator } = first;
  return [{ id, phoneMasked, operator, ...paidBy(ofGuest) }];
}

function paidBy(ofOne: readonly Omit<UserTotal, 'userId'>[]): Omit<Customer, 'userId'> {
  // of a currency without any, the payments are older than those that are counted
  const counted = ofOne.filter(({ payments }) => payments > 0);
  const times = counted
    .flatMap(({ firstPaymentAt, lastPaymentAt }) => [firstPaymentAt, lastPaymentAt])
    .map((time) => time.toISOString())
    .sort();
  return {
    payments: counted.reduce((sum, { payments }) => sum + payments, 0),
    totals: counted.map(({ currency, payments, amount, amountRefunded = '0' }) => {
      return { currency, payments, amount, amountRefunded };
    }),
    firstPaymentAt: times[0] ?? '',
    lastPaymentAt: times.at(-1) ?? '',
    isCut: ofOne.some(({ isCut }) => isCut),
  };
}
