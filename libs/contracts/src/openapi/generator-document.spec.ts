import { expect, test } from '@jest/globals';
import { generatorDocument } from './generator-document.js';
import { openApiDocument } from './openapi.js';

type Json = Readonly<Record<string, unknown>>;
const document = JSON.parse(JSON.stringify(generatorDocument())) as Json & {
  readonly components: { readonly schemas: Readonly<Record<string, Json>> };
};
const { schemas } = document.components;

/** Every object in the document, without the example values of bodies, which are no part of its language. */
function* objectsIn(value: unknown): Generator<Json> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Json;
  for (const [name, each] of Object.entries(value)) if (name !== 'example') yield* objectsIn(each);
}
const objects = [...objectsIn(document)];

test('has the operations of the API document', () => {
  const operationsOf = (of: Json) =>
    Object.entries(of['paths'] as Readonly<Record<string, Json>>).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
  expect(operationsOf(document)).toEqual(operationsOf(openApiDocument()));
});

test('is in OpenAPI 3.0 alone: no type of two, no bare null, no constant, no webhooks', () => {
  expect([document['openapi'], document['webhooks']]).toEqual(['3.0.3', undefined]);
  // the names of properties may be any
  const types = objects.map(({ type }) => type).filter((type) => typeof type !== 'object' || Array.isArray(type));
  expect(types.filter((type) => Array.isArray(type) || type === 'null')).toEqual([]);
  for (const unknown of ['const', 'examples', 'propertyNames', 'webhooks'])
    expect(objects.filter((object) => Object.hasOwn(object, unknown))).toEqual([]);
  expect(objects.filter((object) => '$ref' in object && Object.keys(object).length > 1)).toEqual([]);
});

test('refers to schemas that it has', () => {
  const references = objects.flatMap(({ $ref, mapping }) => [
    ...(typeof $ref === 'string' ? [$ref] : []),
    ...Object.values((mapping ?? {}) as Readonly<Record<string, string>>),
  ]);
  const known = (reference: string): unknown =>
    reference
      .split('/')
      .slice(1)
      .reduce<unknown>((part, name) => (part as Json | undefined)?.[name], document);
  expect(references.filter((reference) => known(reference) === undefined)).toEqual([]);
});

test('has no schema whose name is that of a constructor of another', () => {
  const names = Object.keys(schemas);
  expect(names.filter((name) => name.startsWith('New') && names.includes(name.slice(3)))).toEqual([]);
  expect(names).toEqual(expect.arrayContaining(['CreatedMerchant', 'CreatedSecondFactor']));
});

test('says what may be null', () => {
  const { properties } = schemas['PaymentIntent'] as { readonly properties: Readonly<Record<string, Json>> };
  expect(properties['reference']).toMatchObject({ type: 'string', nullable: true });
  expect(properties['payer']).toMatchObject({ allOf: [{ $ref: '#/components/schemas/Payer' }], nullable: true });
  expect((schemas['Event'] as { readonly properties: Json }).properties['data']).toMatchObject({
    ...{ type: 'object', nullable: true },
  });
});
