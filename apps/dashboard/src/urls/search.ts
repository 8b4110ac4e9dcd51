import type { Delivery, PaymentIntent } from '@paygate/api-types';

/** The parameters that the query of a page's URL may hold. Anything else of it is dropped. */
type Given = Readonly<Record<string, unknown>>;

const OWN_PATH = /^\/dashboard(?![^/?])/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
export const intentStatuses = [
  ...['PENDING', 'REQUIRES_ACTION', 'PROCESSING', 'COMPLETED', 'FAILED', 'EXPIRED', 'CANCELED'],
] as const satisfies readonly PaymentIntent['status'][];
export const deliveryStatuses = [
  'pending',
  'parked',
  'delivered',
  'failed',
] as const satisfies readonly Delivery['status'][];

export interface PaymentsSearch {
  /** An id, a reference or a value of metadata. */
  readonly q?: string | undefined;
  readonly status?: readonly (typeof intentStatuses)[number][] | undefined;
  /** The customer who pays. */
  readonly userId?: string | undefined;
  /** Minor units. */
  readonly amountFrom?: string | undefined;
  readonly amountTo?: string | undefined;
  /** Days of the browser's time zone, both included. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly after?: string | undefined;
}

export function paymentsSearch(given: Given): PaymentsSearch {
  return {
    ...{ q: text(given['q']), status: someOf(intentStatuses, given['status']) },
    userId: text(given['userId']),
    ...{ amountFrom: text(given['amountFrom']), amountTo: text(given['amountTo']) },
    ...{ from: day(given['from']), to: day(given['to']), after: text(given['after']) },
  };
}

const overviewPeriods = ['today', 'week', 'month'] as const;

export function overviewSearch(given: Given): { readonly period?: (typeof overviewPeriods)[number] | undefined } {
  return { period: oneOf(overviewPeriods, given['period']) };
}

export interface EventsSearch {
  readonly type?: string | undefined;
  readonly payment?: string | undefined;
  readonly after?: string | undefined;
}

export function eventsSearch(given: Given): EventsSearch {
  return { type: text(given['type']), payment: text(given['payment']), after: text(given['after']) };
}

export interface RequestsSearch {
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  readonly path?: string | undefined;
  readonly key?: string | undefined;
  readonly after?: string | undefined;
}

export function requestsSearch(given: Given): RequestsSearch {
  const status = Number(given['status']);
  return {
    ...{ status: Number.isInteger(status) && status > 0 ? status : undefined, code: text(given['code']) },
    ...{ path: text(given['path']), key: text(given['key']), after: text(given['after']) },
  };
}

export interface AuditSearch {
  readonly action?: string | undefined;
  readonly actor?: string | undefined;
  readonly after?: string | undefined;
}

export function auditSearch(given: Given): AuditSearch {
  return { action: text(given['action']), actor: text(given['actor']), after: text(given['after']) };
}

export interface DeliverySearch {
  readonly status?: (typeof deliveryStatuses)[number] | undefined;
  readonly after?: string | undefined;
}

export function deliverySearch(given: Given): DeliverySearch {
  return { status: oneOf(deliveryStatuses, given['status']), after: text(given['after']) };
}

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

/** The day of a closing. */
export function daySearch(given: Given): { readonly day?: string | undefined } {
  return { day: day(given['day']) };
}

export interface BalanceSearch {
  /** The month whose transactions are shown. */
  readonly month?: string | undefined;
  readonly after?: string | undefined;
}

export function balanceSearch(given: Given): BalanceSearch {
  const month = text(given['month']);
  return { month: month !== undefined && MONTH.test(month) ? month : undefined, after: text(given['after']) };
}

/** The place of a list whose page begins after a cursor. */
export function listSearch(given: Given): { readonly after?: string | undefined } {
  return { after: text(given['after']) };
}

/** The destination of a sign-in: a page of the dashboard, and no other site. */
export function signInSearch(given: Given): { readonly next?: string | undefined } {
  const next = text(given['next']);
  return { next: next !== undefined && OWN_PATH.test(next) ? next : undefined };
}

/** The beginning of a day, or of the day after it, of the browser's time zone. */
export function startOf(date: string | undefined, daysLater = 0): string | undefined {
  if (date === undefined) return undefined;
  const [year = 0, month = 1, dayOfMonth = 1] = date.split('-').map(Number);
  return new Date(year, month - 1, dayOfMonth + daysLater).toISOString();
}

/** The day some days ago, as a date field writes it. */
export function daysAgo(days: number): string {
  const now = new Date();
  const then = new Date(now.getFullYear(), now.getMonth(), now.getDate() - days);
  return [then.getFullYear(), then.getMonth() + 1, then.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
}

/** A number in the URL, such as a reference of digits, arrives as a number. */
function text(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function day(value: unknown): string | undefined {
  return typeof value === 'string' && DAY.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined;
}

function oneOf<Item extends string>(list: readonly Item[], value: unknown): Item | undefined {
  return list.find((item) => item === value);
}

/** A list, or a single value; undefined when none of it is known. */
function someOf<Item extends string>(list: readonly Item[], value: unknown): readonly Item[] | undefined {
  const given: readonly unknown[] = Array.isArray(value) ? value : [value];
  const found = list.filter((item) => given.includes(item));
  return found.length === 0 ? undefined : found;
}
