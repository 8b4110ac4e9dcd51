import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { eventStatuses } from '@paygate/api-types';
import { Paygate } from '../index.js';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';
const { constructEvent, generateTestEvent, generateTestHeaderString } = Paygate.webhooks;
const types = Object.keys(eventStatuses) as (keyof typeof eventStatuses)[];
const generated = generateTestEvent as (type: string, about?: object, refund?: object) => object;

/** The keywords of the schemas of events that say what a value is. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly items?: Schema;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

/** Where a value is not as its schema says. */
function faultsOf(value: unknown, schema: Schema, at = ''): readonly string[] {
  const { type, properties = {}, required = [], items } = schema;
  const rules: readonly (readonly [string, boolean])[] = [
    ['type', type === undefined || [type].flat().includes(typeOf(value))],
    ['enum', schema.enum?.includes(value) ?? true],
    ['const', schema.const === undefined || schema.const === value],
    ['pattern', typeof value !== 'string' || new RegExp(schema.pattern ?? '', 'u').test(value)],
    ['maxLength', typeof value !== 'string' || value.length <= (schema.maxLength ?? Infinity)],
    ['minimum', typeof value !== 'number' || value >= (schema.minimum ?? -Infinity)],
    ['required', !isObject(value) || required.every((name) => name in value)],
    ['properties', !isObject(value) || type === undefined || Object.keys(value).every((name) => isKnown(name, schema))],
  ];
  return [
    ...rules.filter(([, holds]) => !holds).map(([rule]) => `${at}: ${rule}`),
    ...Object.entries(properties).flatMap(([name, inner]) =>
      isObject(value) && name in value ? faultsOf(value[name], inner, `${at}/${name}`) : [],
    ),
    ...(Array.isArray(value) && items !== undefined ? value.flatMap((each) => faultsOf(each, items, `${at}/-`)) : []),
  ];
}

/** Metadata has no properties of its own. */
const isKnown = (name: string, { properties }: Schema): boolean => properties === undefined || name in properties;

interface Sums {
  readonly amount: string;
  readonly fee: string | null;
  readonly net: string | null;
  readonly status: string;
  readonly amountRefunded?: string;
  readonly failure: object | null;
  readonly completedAt: string | null;
}

describe.each(types)('%s', (type) => {
  test.each<[string, object | undefined]>([
    ['as it is', undefined],
    ['of another amount', { amount: '1043' }],
    ['of the smallest amount', { amount: '1' }],
  ])('guarantees that a test event %s is as the documentation describes it', (_name, about) => {
    const event = generated(type, /^(endpoint|operator)\./.test(type) ? undefined : about);
    const schema = JSON.parse(readFileSync(`docs/events/${type}.json`, 'utf8')) as Schema;
    expect(faultsOf(event, schema)).toEqual([]);
    expect(faultsOf({ ...event, type: 'payment.unknown' }, schema)).toEqual(['/type: enum']);
    const payload = JSON.stringify(event);
    expect(constructEvent(payload, generateTestHeaderString({ payload, secret }), secret)).toEqual(event);
    const { data } = event as { data: { paymentIntent?: Sums; payout?: Sums; refund?: Sums & { feeKept: string } } };
    for (const object of [data.paymentIntent, data.payout]) if (object !== undefined) expectAgreement(object);
    if (data.refund === undefined) return;
    expect(data.refund.feeKept).toBe(data.paymentIntent?.fee);
    const refunded = data.refund.status === 'COMPLETED' ? data.refund.amount : '0';
    expect(data.paymentIntent?.amountRefunded).toBe(refunded);
    expect(BigInt(data.refund.amount)).toBeLessThanOrEqual(BigInt(data.paymentIntent?.amount ?? '0'));
  });
});

/** A fee and what is left make the amount; what is complete has its time, and what failed its reason. */
function expectAgreement(object: Sums): void {
  const isPayment = object.amountRefunded !== undefined;
  expect(object.completedAt !== null).toBe(object.status === 'COMPLETED');
  expect(object.failure !== null).toBe(object.status === 'FAILED');
  expect(object.fee !== null).toBe(object.status === 'COMPLETED' || !isPayment);
  if (object.fee !== null) expect(BigInt(object.fee) + BigInt(object.net ?? '-1')).toBe(BigInt(object.amount));
}

test('the fields of a test stand, and the others fit them', () => {
  const { payout } = generateTestEvent('payout.completed', { net: '900', metadata: { week: '47' } }).data;
  expect(payout).toMatchObject({ amount: '925', fee: '25', net: '900', metadata: { week: '47' } });
  const paid = generateTestEvent('payment.completed', { amount: '1043', fee: '20' }).data.paymentIntent;
  expect([paid.fee, paid.net]).toEqual(['20', '1023']);
  const half = generateTestEvent('refund.completed', { amount: '700' }, { amount: '300' }).data;
  expect([half.paymentIntent.amountRefunded, half.paymentIntent.status, half.refund.amount]).toEqual([
    '300',
    'COMPLETED',
    '300',
  ]);
});

test('an event of a refund that failed has the refund and its payment, of which nothing was given back', () => {
  const { data, sequence } = generateTestEvent('refund.failed', { amount: '700' }, { amount: '300' });
  expect([data.paymentIntent.amount, data.paymentIntent.amountRefunded]).toEqual(['700', '0']);
  expect([data.refund.status, data.refund.failure?.code, sequence]).toEqual(['FAILED', 'rail_error', 4]);
});

test('an event of a reversal has it, and its payment counts it while it stands', () => {
  const booked = generateTestEvent('payment.reversed', { amount: '700' }, { amount: '300' });
  expect(booked.data).toMatchObject({
    reversal: { status: 'BOOKED', amount: '300', returnedAt: null },
    paymentIntent: { status: 'COMPLETED', amountReversed: '300' },
  });
  const { data, sequence } = generateTestEvent('payment.reversal_returned', { amount: '700' });
  expect([data.reversal.status, data.reversal.amount, data.paymentIntent.amountReversed]).toEqual([
    'RETURNED',
    '700',
    '0',
  ]);
  expect(sequence).toBe(5);
});

test('an event of an endpoint names it', () => {
  const { data } = generateTestEvent('endpoint.disabled', { id: 'we_1' });
  expect(data.webhookEndpoint).toMatchObject({ id: 'we_1', reason: 'failing' });
});

test('an event of a batch of payouts has the batch as it was approved, or as it ended', () => {
  const approved = generateTestEvent('payout_batch.approved').data.payoutBatch;
  expect(approved).toMatchObject({ status: 'PROCESSING', completedAt: null, counts: { pending: 1, completed: 0 } });
  const { data, sequence } = generateTestEvent('payout_batch.completed', { name: 'Week 47' });
  expect(data.payoutBatch).toMatchObject({
    status: 'COMPLETED',
    name: 'Week 47',
    counts: { pending: 0, completed: 1 },
  });
  expect(sequence).toBeNull();
});
