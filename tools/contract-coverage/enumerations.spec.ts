import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import type { Document } from './enumerations.js';
import { enumeratedValues } from './enumerations.js';

/** The suites of the services, of the stack, and the cases that they share; pages and the simulator only read what services write. */
const SUITES = [
  'apps/{auth,charging,gateway,intents,otp,webhooks}/src/**/*.spec.ts',
  'apps/{auth,charging,gateway,intents,otp,webhooks}/src/**/test/**/*.ts',
  'apps/e2e/src/**/*.ts',
  'libs/contracts/src/test/*.ts',
];

test('each value of an enumeration of the API document is one that a suite of the services or of the stack names', () => {
  const document = JSON.parse(readFileSync('docs/api/openapi.json', 'utf8')) as Document;
  const suites = SUITES.flatMap((pattern) => globSync(pattern)).map((file) => readFileSync(file, 'utf8'));
  const named = new Set(suites.flatMap((text) => [...text.matchAll(/(['"`])([\w.:-]+)\1/g)].map(([, , word]) => word)));
  const values = enumeratedValues(document);
  expect(values.length).toBeGreaterThan(500);
  expect(values).toContainEqual({ field: 'Refund.status', value: 'COMPLETED' });
  expect(values.filter(({ value }) => !named.has(value))).toEqual([]);
});

test('a value is found in answers and events, behind references, lists and alternatives, and not in requests', () => {
  const of = (value: string) => ({ type: 'string', enum: [value] });
  const json = (schema: object) => ({ content: { 'application/json': { schema } } });
  const item = { $ref: '#/components/schemas/Item' };
  const document = {
    paths: {
      '/items': {
        post: { requestBody: json({ properties: { asked: of('asked') } }), responses: { 201: json(item) } },
        get: {
          responses: {
            200: json({ properties: { data: { type: 'array', items: item } } }),
            400: { $ref: '#/components/responses/Bad' },
          },
        },
      },
    },
    webhooks: { 'item.made': { post: { requestBody: json({ properties: { type: { const: 'item.made' } } }) } } },
    components: {
      schemas: { Item: { properties: { state: { oneOf: [of('new'), { type: 'null' }] }, parent: item } } },
      responses: { Bad: json({ properties: { code: of('bad') } }) },
    },
  } as unknown as Document;
  expect(enumeratedValues(document)).toEqual([
    { field: 'Item.state', value: 'new' },
    { field: '/items.code', value: 'bad' },
    { field: 'item.type', value: 'item.made' },
  ]);
});
