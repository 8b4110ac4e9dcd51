import type { BalanceSummary, PaymentIntent, Refund, SummaryLine } from '@paygate/api-types';
import { dayAt, spanOfDay, spanOfMonth, startOfDay, zonedText } from '@paygate/paper';

/** A month of a shop as the API answers about it, made from a seed: payments, refunds, payouts with their fees, and a fee by itself. */
export const MONTH = '2026-11';
const OPENING = 70_500;
const PAYMENTS = 240;
/** Texts that spreadsheets run, and those that break a line of CSV. */
const TEXTS = ['=1+1', '+237670000001', '-2500', '@SUM(A1)', 'Pagne; 2 × "wax"', 'Café, thé\net sucre', 'commande 12'];

/** The reason and the paper of an adjustment, and the cell that the API writes of them. */
export const ADJUSTED = 'Fee charged twice, "wax" (letter 12)';
const ADJUSTED_CELL = '"Fee charged twice, ""wax"" (letter 12)"';

interface Entry {
  readonly type: SummaryLine['type'];
  readonly id: string;
  readonly method: SummaryLine['method'];
  readonly actor: string | null;
  readonly payment: string | null;
  readonly gross: number;
  readonly fee: number;
  readonly at: string;
  /** Of an adjustment, as the API writes the cell. */
  readonly text?: string;
}

export interface ShopMonth {
  readonly payments: readonly PaymentIntent[];
  readonly refunds: readonly Refund[];
  /** The answer of `GET /balance/statement?month=2026-11`. */
  readonly statement: string;
  /** The answer of `GET /balance/summary` for the month. */
  readonly summary: BalanceSummary;
  /** The same for a day such as `2026-11-21`. */
  readonly summaryOf: (day: string) => BalanceSummary;
}

export function shopMonth(): ShopMonth {
  const { from, to } = spanOfMonth(MONTH);
  const entries = entriesOf(from, to);
  return {
    payments: entries.filter(({ type }) => type === 'charge').map((entry, place) => paymentOf(entry, entries, place)),
    refunds: entries.filter(({ type }) => type === 'refund').map(refundOf),
    statement: statementOf(entries, from, to),
    summary: summaryOf(entries, from, to),
    summaryOf: (day) => summaryOf(entries, spanOfDay(day).from, spanOfDay(day).to),
  };
}

function entriesOf(from: string, to: string): readonly Entry[] {
  const draw = drawing(20_261_101);
  const span = Date.parse(to) - Date.parse(from);
  const methods = ['mtn_momo', 'orange_money', 'wallet'] as const;
  const charges = Array.from({ length: PAYMENTS }, (_, place): Entry => {
    const gross = 100 + draw(50_000);
    // the first and the last moments of the month in Douala are in it
    const offset = place === 0 ? 0 : place === 1 ? span - 1 : draw(span);
    return {
      ...{ type: 'charge', id: idOf('ch', place), payment: idOf('pi', place), gross, fee: Math.floor(gross / 50) },
      ...{ method: methods[place % 3] ?? null, actor: place % 4 === 0 ? null : idOf('mem', place % 4) },
      at: new Date(Date.parse(from) + offset).toISOString(),
    };
  });
  const refunds = charges
    .filter((_, place) => place % 9 === 2)
    .map((charge, place): Entry => {
      const at = new Date(Math.min(Date.parse(charge.at) + draw(86_400_000), Date.parse(to) - 1)).toISOString();
      const gross = -Math.min(charge.gross, 1 + draw(charge.gross));
      return { ...charge, type: 'refund', id: idOf('re', place), gross, fee: 0, at };
    });
  const payouts = [7, 14, 21, 28].flatMap((day): Entry[] => {
    const at = startOfDay(`${MONTH}-${String(day).padStart(2, '0')}`);
    const of = { method: 'mtn_momo', actor: idOf('mem', 1), payment: null, fee: 0, at } as const;
    return [
      { ...of, type: 'payout', id: idOf('po', day), gross: -19_900 },
      { ...of, type: 'fee', id: `${idOf('po', day)}.2`, gross: -100, method: null },
    ];
  });
  const none = { method: null, actor: null, payment: null, fee: 0 } as const;
  const fee: Entry = {
    ...none,
    type: 'fee',
    id: idOf('tr', 1),
    gross: -25,
    at: startOfDay('2026-11-03'),
  };
  const adjustment: Entry = {
    ...none,
    type: 'adjustment',
    id: idOf('adj', 1),
    gross: 40,
    at: fee.at,
    text: ADJUSTED_CELL,
  };
  return [...charges, ...refunds, ...payouts, fee, adjustment].toSorted((one, other) => (one.at < other.at ? -1 : 1));
}

function paymentOf(charge: Entry, entries: readonly Entry[], place: number): PaymentIntent {
  const back = entries.filter(({ type, payment }) => type === 'refund' && payment === charge.payment);
  const refunded = back.reduce((sum, { gross }) => sum - gross, 0);
  const isWallet = charge.method === 'wallet';
  const text = TEXTS[place % TEXTS.length] ?? null;
  return {
    ...{ id: charge.payment, object: 'payment_intent', status: 'COMPLETED', currency: 'XAF', currencyExponent: 0 },
    ...{ amount: String(charge.gross), fee: String(charge.fee), net: String(charge.gross - charge.fee) },
    ...{ amountRefunded: String(refunded), reference: text, description: text, failure: null, userId: null },
    paymentMethod: isWallet ? { type: 'wallet', operator: null } : { type: 'mobile_money', operator: charge.method },
    payer: isWallet ? null : { userId: null, phoneMasked: '********01', operator: charge.method },
    metadata: place % 5 === 0 ? { paymentLinkId: idOf('pl', 1) } : {},
    ...{ createdAt: charge.at, completedAt: charge.at },
  } as unknown as PaymentIntent;
}

function refundOf({ id, payment, gross, at }: Entry): Refund {
  return {
    ...{ id, object: 'refund', paymentIntentId: payment, status: 'COMPLETED', amount: String(-gross), currency: 'XAF' },
    ...{ reason: '=cmd|x', failure: null, transmission: null, createdAt: at, completedAt: at },
  } as unknown as Refund;
}

function statementOf(entries: readonly Entry[], from: string, to: string): string {
  let balance = OPENING;
  const line = (cells: readonly (string | number | null)[]): string => `${cells.map((cell) => cell ?? '').join()}\r\n`;
  const ofBalance = (type: string, at: string): string =>
    line([type, '', zonedText(at), zonedText(at), '', '', '', '', '', balance, 'XAF', '', '']);
  const opening = ofBalance('opening_balance', from);
  const lines = entries.map(({ type, id, method, payment, gross, fee, at, text = '' }) => {
    balance += gross - fee;
    const cells = [type, id, zonedText(at), zonedText(at), method, payment, gross, fee, gross - fee, balance];
    return line([...cells, 'XAF', '', text]);
  });
  const headings =
    'type,id,createdAt,availableAt,method,paymentIntentId,gross,fee,net,balance,currency,providerReference,description\r\n';
  return headings + opening + lines.join('') + ofBalance('closing_balance', to);
}

function summaryOf(entries: readonly Entry[], from: string, to: string): BalanceSummary {
  const net = (of: readonly Entry[]): number => of.reduce((sum, { gross, fee }) => sum + gross - fee, 0);
  const before = entries.filter(({ at }) => at < from);
  const within = entries.filter(({ at }) => from <= at && at < to);
  const groups = Map.groupBy(within, ({ type, method, actor }) => [type, method, actor].join());
  const sum = (of: readonly Entry[], part: 'gross' | 'fee'): string =>
    String(of.reduce((total, entry) => total + entry[part], 0));
  const data = [...groups.values()].flatMap((of) => {
    const [first] = of;
    if (first === undefined) return [];
    const { type, method, actor } = first;
    return [
      {
        type,
        method,
        actor,
        tillId: null,
        count: of.length,
        gross: sum(of, 'gross'),
        fee: sum(of, 'fee'),
        net: String(net(of)),
      },
    ];
  });
  return {
    ...{ object: 'balance_summary', currency: 'XAF', mode: 'test', from, to, data },
    ...{ opening: String(OPENING + net(before)), closing: String(OPENING + net(before) + net(within)) },
  };
}

/** The busiest day of a month. */
export function busiestDay({ payments }: ShopMonth): string {
  const days = Map.groupBy(payments, ({ createdAt }) => dayAt(createdAt));
  return [...days].toSorted(([, one], [, other]) => other.length - one.length)[0]?.[0] ?? `${MONTH}-01`;
}

function idOf(prefix: string, number: number): string {
  return `${prefix}_${String(number).padStart(26, '0')}`;
}

/** Whole numbers below a bound, the same in each run (a linear congruential generator). */
function drawing(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}
