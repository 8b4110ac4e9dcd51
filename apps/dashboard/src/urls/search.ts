import type { Delivery, PaymentIntent } from '@paygate/api-types';
import { auditActions, errorCodes, eventStatuses, operationPaths } from '@paygate/api-types';
import { startOfDay } from '@paygate/paper';

/** The parameters that the query of a page's URL may hold. Anything else of it is dropped. */
type Given = Readonly<Record<string, unknown>>;

const OWN_PATH = /^\/dashboard(?![^/?])/;
const eventTypes = Object.keys(eventStatuses) as readonly (keyof typeof eventStatuses)[];
/** The unknown words that an address keeps, and the characters of each. */
const UNKNOWN_MAX = { words: 5, characters: 64 };
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

/** A list without the filters of its address whose words name nothing. The page names these words. */
export interface ListSearch {
  readonly unknown?: readonly string[] | undefined;
}

export interface PaymentsSearch extends ListSearch {
  /** An id, a reference or a value of metadata. */
  readonly q?: string | undefined;
  readonly status?: readonly (typeof intentStatuses)[number][] | undefined;
  /** The customer who pays. */
  readonly userId?: string | undefined;
  /** The phone that pays, as a customer. */
  readonly customerId?: string | undefined;
  /** Minor units. */
  readonly amountFrom?: string | undefined;
  readonly amountTo?: string | undefined;
  /** Days of Africa/Douala, both included. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly after?: string | undefined;
}

export function paymentsSearch(given: Given): PaymentsSearch {
  return {
    ...{ q: text(given['q']), status: someOf(intentStatuses, given['status']) },
    ...{ userId: text(given['userId']), customerId: text(given['customerId']) },
    ...{ amountFrom: text(given['amountFrom']), amountTo: text(given['amountTo']) },
    ...{ from: day(given['from']), to: day(given['to']), after: text(given['after']) },
    unknown: unknownIn(given, { status: intentStatuses }),
  };
}

const overviewPeriods = ['today', 'week', 'month'] as const;

export function overviewSearch(given: Given): { readonly period?: (typeof overviewPeriods)[number] | undefined } {
  return { period: oneOf(overviewPeriods, given['period']) };
}

export interface EventsSearch extends ListSearch {
  readonly type?: keyof typeof eventStatuses | undefined;
  readonly payment?: string | undefined;
  readonly after?: string | undefined;
}

export function eventsSearch(given: Given): EventsSearch {
  const type = oneOf(eventTypes, given['type']);
  const unknown = unknownIn(given, { type: eventTypes });
  return { type, payment: text(given['payment']), after: text(given['after']), unknown };
}

export interface RequestsSearch extends ListSearch {
  readonly status?: number | undefined;
  readonly code?: (typeof errorCodes)[number] | undefined;
  readonly path?: string | undefined;
  readonly key?: string | undefined;
  readonly after?: string | undefined;
}

export function requestsSearch(given: Given): RequestsSearch {
  const status = Number(given['status']);
  return {
    ...{ status: Number.isInteger(status) && status > 0 ? status : undefined, code: oneOf(errorCodes, given['code']) },
    ...{ path: oneOf(operationPaths, given['path']), key: text(given['key']), after: text(given['after']) },
    unknown: unknownIn(given, { code: errorCodes, path: operationPaths }),
  };
}

export interface AuditSearch extends ListSearch {
  readonly action?: (typeof auditActions)[number] | undefined;
  readonly actor?: string | undefined;
  readonly after?: string | undefined;
}

export function auditSearch(given: Given): AuditSearch {
  const action = oneOf(auditActions, given['action']);
  const unknown = unknownIn(given, { action: auditActions });
  return { action, actor: text(given['actor']), after: text(given['after']), unknown };
}

export interface DeliverySearch extends ListSearch {
  readonly status?: (typeof deliveryStatuses)[number] | undefined;
  readonly after?: string | undefined;
}

export function deliverySearch(given: Given): DeliverySearch {
  const unknown = unknownIn(given, { status: deliveryStatuses });
  return { status: oneOf(deliveryStatuses, given['status']), after: text(given['after']), unknown };
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

export const customerKinds = ['guests', 'accounts'] as const;

export interface CustomersSearch {
  readonly of?: (typeof customerKinds)[number] | undefined;
  readonly after?: string | undefined;
}

export function customersSearch(given: Given): CustomersSearch {
  return { of: oneOf(customerKinds, given['of']), after: text(given['after']) };
}

/** The destination of a sign-in: a page of the dashboard, and no other site. */
export function signInSearch(given: Given): { readonly next?: string | undefined } {
  const next = text(given['next']);
  return { next: next !== undefined && OWN_PATH.test(next) ? next : undefined };
}

/** The beginning of a day, or of the day after it, of Africa/Douala. */
export function startOf(date: string | undefined, daysLater = 0): string | undefined {
  return date === undefined ? undefined : startOfDay(date, daysLater);
}

/** A number in the URL, such as a reference of digits, arrives as a number. */
function text(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function day(value: unknown): string | undefined {
  return typeof value === 'string' && DAY.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined;
}

/** The words of filters that are not known. The address keeps them as `unknown`, so that the page names them after it was rewritten. */
function unknownIn(given: Given, filters: Readonly<Record<string, readonly string[]>>): readonly string[] | undefined {
  const written = Object.entries(filters).flatMap(([name, known]) =>
    textsOf(given[name]).filter((word) => !known.includes(word)),
  );
  const words = [...written, ...textsOf(given['unknown'])].map((word) => word.slice(0, UNKNOWN_MAX.characters));
  return words.length === 0 ? undefined : [...new Set(words)].slice(0, UNKNOWN_MAX.words);
}

function textsOf(value: unknown): readonly string[] {
  return (Array.isArray(value) ? (value as readonly unknown[]) : [value]).flatMap((one) => text(one) ?? []);
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
