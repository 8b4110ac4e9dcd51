import { describe, expect, test } from '@jest/globals';
import type { Operation, ValueSchema } from '@paygate/contracts';
import { operationList, operations, schemaOf } from '@paygate/contracts';
import { BodyReader } from './read-body.js';
import { QueryReader } from './read-query.js';

/** Filters whose values are the caller's own, or have a form: everything else is one of words that are known. */
const FREE: ReadonlySet<string> = new Set([
  ...[
    'limit',
    'startingAfter',
    'endingBefore',
    'createdFrom',
    'createdTo',
    'from',
    'to',
    'month',
    'timeZone',
    'utcOffset',
  ],
  ...['q', 'reference', 'providerReference', 'userId', 'metadata', 'phoneNumber', 'amount', 'amountFrom', 'amountTo'],
  ...['intentionId', 'apiKeyId', 'actor', 'destinationId', 'customerId', 'tillId'],
  // numbers of HTTP, of which a proxy before the gateway may answer any
  'status of listRequestLog',
  // one of the paths of all operations, which no operation can name: the controller judges it
  'path of listRequestLog',
]);

interface Filter {
  readonly operation: Operation;
  readonly name: string;
  readonly words: readonly string[];
}

const wordsOf = (value: ValueSchema): readonly string[] => {
  if (value.kind === 'array') return wordsOf(value.items);
  return value.kind === 'text' ? value.rules.flatMap((rule) => (rule.rule === 'one-of' ? rule.values : [])) : [];
};

/** The filters of the operations that read lists, sums or fees, and of the search whose filters stand in its body. */
const filters: readonly Filter[] = operationList.flatMap((operation) => {
  const declared = operation.id === 'searchIntents' ? operation.body : operation.query;
  const fields = declared === undefined ? [] : schemaOf(declared).fields;
  return fields.map(({ name, value }) => ({ operation, name, words: wordsOf(value) }));
});
const known = filters.filter(({ words }) => words.length > 0);

/** The faults of one value, as the operation that is asked reads it. */
function faultsOf({ operation, name }: Filter, value: string) {
  if (operation.id !== 'searchIntents') return new QueryReader(operation.query).read({ [name]: value }).faults;
  const body = Buffer.from(JSON.stringify({ phoneNumber: '+237670000001', [name]: [value] }));
  return new BodyReader(operation.body).read(body).faults;
}

const faultOf = (filter: Filter, value: string) =>
  faultsOf(filter, value).find(({ param }) => param.split('.')[0] === filter.name);

test('every filter of a list is one of known words, or has values of the caller', () => {
  const others = filters
    .filter(
      ({ words, name, operation }) => words.length === 0 && !FREE.has(name) && !FREE.has(`${name} of ${operation.id}`),
    )
    .map(({ name, operation }) => `${name} of ${operation.id}`);
  expect(others).toEqual([]);
});

test('the table has the filters that lists have', () => {
  const names = known.map(({ operation, name }) => `${operation.id} ${name}`);
  expect(names).toEqual(
    expect.arrayContaining([
      ...['listIntents status', 'searchIntents status', 'listRefunds status', 'listPayouts status'],
      ...['listEvents type', 'listWebhookEndpointDeliveries status', 'listAuditEvents action', 'listRequestLog code'],
    ]),
  );
});

describe.each(known.map((filter) => [filter.operation.id, filter.name, filter] as const))(
  'a word that is unknown in %s %s',
  (_id, _name, filter) => {
    test('[5.9] is refused with the known words and the nearest one', () => {
      for (const word of filter.words.length > 1 ? filter.words : []) {
        const fault = faultOf(filter, `${word}z`);
        expect(fault?.code).toBe(filter.name === 'currency' ? fault?.code : 'parameter_invalid');
        for (const each of filter.words) expect(fault?.detail).toContain(each);
        expect(fault?.detail).toMatch(/; the nearest is \S+$/);
      }
    });

    test('[5.9] is not taken for the one that is near', () => {
      for (const word of filter.words) {
        expect(faultOf(filter, word)).toBeUndefined();
        for (const near of [
          `${word} `,
          word.slice(1),
          word === word.toUpperCase() ? word.toLowerCase() : word.toUpperCase(),
        ])
          expect(filter.words.includes(near) || faultOf(filter, near) !== undefined).toBe(true);
      }
    });
  },
);

test.each([
  [operations.listEvents, 'type', 'payment.complete', 'payment.completed'],
  [operations.listEvents, 'type', 'Payment.Failed', 'payment.failed'],
  [operations.listEvents, 'type', 'payment.*', 'payment.failed'],
  [operations.listIntents, 'status', 'completed', 'COMPLETED'],
  [operations.listIntents, 'status', 'CANCELLED', 'CANCELED'],
  [operations.listRefunds, 'status', 'pending', 'PENDING'],
  [operations.listAuditEvents, 'action', 'api_key.create', 'api_key.created'],
  [operations.listRequestLog, 'code', 'idempotency_key_reuse', 'idempotency_key_reused'],
])('the word that is nearest to what was written is named: %# %s %s', (operation, name, written, nearest) => {
  const filter = filters.find((one) => one.operation.id === operation.id && one.name === name);
  expect(filter && faultOf(filter, written)?.detail).toMatch(new RegExp(`; the nearest is ${nearest}$`));
});
