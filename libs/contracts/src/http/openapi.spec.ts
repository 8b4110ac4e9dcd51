import { describe, expect, test } from '@jest/globals';
import { compileChecker } from '../schema/checker.js';
import { exampleOf } from '../schema/example.js';
import { openApiDocument } from './openapi.js';
import { errorsOf, operationList } from './operations.js';
import { PaymentEventView } from './payment-intent-view.js';
import { Problem } from './problem.js';

interface Described {
  readonly operationId: string;
  readonly responses: Record<string, { content: Record<string, { examples?: Record<string, { $ref: string }> }> }>;
}
const document = openApiDocument() as {
  paths: Record<string, Record<string, Described>>;
  components: { examples: Record<string, { value: unknown }> };
};
const described = Object.values(document.paths).flatMap((methods) => Object.values(methods));

test('every operation is described, under one id each', () => {
  expect(described.map((each) => each.operationId).sort()).toEqual(operationList.map((each) => each.id).sort());
  expect(new Set(operationList.map((each) => `${each.method} ${each.path}`)).size).toBe(operationList.length);
});

test.each(
  operationList.flatMap((operation) => (operation.body ? [operation.body, operation.answer] : [operation.answer])),
)('the example of %p passes the checker of its class', (cls) => {
  expect(compileChecker(cls)(exampleOf(cls))).toEqual([]);
});

test('the example of an event passes its checker', () => {
  expect(compileChecker(PaymentEventView)(exampleOf(PaymentEventView))).toEqual([]);
});

describe.each(operationList.map((operation) => [operation.id, operation] as const))('%s', (id, operation) => {
  const responses = described.find((each) => each.operationId === id)?.responses ?? {};

  test('documents each of its error codes with a problem document under its status', () => {
    const check = compileChecker(Problem, { unknownFields: 'ignore' });
    const documented = Object.entries(responses).flatMap(([status, response]) =>
      Object.entries(response.content['application/problem+json']?.examples ?? {}).map(([code, { $ref }]) => {
        expect($ref).toBe(`#/components/examples/${code}`);
        const example = document.components.examples[code];
        expect(check(example?.value)).toEqual([]);
        expect(example?.value).toMatchObject({ code, status: Number(status) });
        return code;
      }),
    );
    expect(documented.sort()).toEqual([...errorsOf(operation)].sort());
  });
});
