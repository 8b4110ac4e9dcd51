import { expect, test } from '@jest/globals';
import { getMetadataStorage } from 'class-validator';
import * as contracts from '../index.js';
import { IsAmount, IsId, IsText } from '../schema/fields.js';
import { operations } from '../openapi/operations.js';
import { schemaOf } from '../schema/read-schema.js';
import type { FieldSchema, PayloadClass, TextRule, ValueSchema } from '../schema/schema.js';
import { commandOf } from './derived.js';
import type { Operation } from './operation.js';

type AnyClass = PayloadClass<object>;
const isPayloadClass = (value: unknown): value is AnyClass =>
  typeof value === 'function' && value.toString().startsWith('class') && !(value.prototype instanceof Error);
const classes = Object.values<unknown>(contracts).filter(isPayloadClass);
const publicNames = new Set(
  Object.values<Operation>(operations).flatMap(({ query, body, answer }) =>
    [query, body, answer].flatMap((cls) => (cls === undefined ? [] : namesIn(schemaOf(cls)))),
  ),
);
const publicClasses = classes.filter(({ name }) => publicNames.has(name));
/** Rows of tables and views that another view holds are neither commands nor answers nor events. */
const internalClasses = classes.filter(({ name }) => !publicNames.has(name) && !/(Row|View)$/.test(name));

/** So many fields of one name and type are no coincidence, and more than a page of a list has beside its objects. */
const REPEATED_MIN = 3;
/** Every message about an account has them. */
const ACCOUNT: readonly string[] = ['merchantId', 'mode'];

/** Payments are apart: an intent has three audiences, and its events outlive a change of the API. The others are to be derived. */
const APART: ReadonlySet<string> = new Set([
  ...['Charge', 'ChargeFailed', 'ChargePrompted', 'ChargeRequested', 'CreateIntentCommand', 'ListIntentsCommand'],
  ...['ListRefundsCommand', 'PaymentIntent', 'PaymentTerms', 'Refund'],
  ...['AuditEvent', 'BalanceSpan', 'LoggedRequest', 'ReceiptFacts'],
  ...['ListLoggedRequestsCommand', 'PaymentMetricsCommand', 'MemberInfo', 'Membership'],
  ...['MerchantProfile', 'NewSupportContact', 'SupportContact'],
  'UpdateMerchantProfileCommand',
]);

/** The names of a class and of those that it holds. */
function namesIn(value: ValueSchema): readonly string[] {
  if (value.kind === 'array') return namesIn(value.items);
  return value.kind === 'object' ? [value.name, ...value.fields.flatMap((field) => namesIn(field.value))] : [];
}

/** The fields that a class declares itself, neither inherited nor derived, by name and type. */
function declaredBy(cls: AnyClass): ReadonlySet<string> {
  const declared = getMetadataStorage().getTargetValidationMetadatas(cls, '', false, false);
  const own = new Set(declared.filter(({ target }) => target === cls).map(({ propertyName }) => propertyName));
  return new Set(
    fieldsOf(cls)
      .filter(({ name }) => own.has(name) && !ACCOUNT.includes(name))
      .map(nameAndType),
  );
}

function fieldsOf(cls: AnyClass): readonly FieldSchema[] {
  return schemaOf(cls).fields;
}

function nameAndType({ name, value }: FieldSchema): string {
  return `${name} ${JSON.stringify(typeOf(value))}`;
}

function typeOf(value: ValueSchema): unknown {
  if (value.kind === 'array') return [value.min, value.max, typeOf(value.items)];
  if (value.kind === 'object') return value.fields.map(nameAndType);
  if (value.kind === 'text') return ['text', ...value.rules.map(formOf)];
  return value.kind === 'integer' ? ['integer', ...value.rules.map(({ end, bound }) => [end, bound])] : value.kind;
}

function formOf(rule: TextRule): unknown {
  if (rule.rule === 'pattern') return rule.published;
  return rule.rule === 'one-of' ? rule.values : rule.rule === 'length' ? [rule.min, rule.max] : rule.options;
}

/** Each request and view of which a class declares half of the fields again. */
function repeatedBy(cls: AnyClass, publics: readonly AnyClass[] = publicClasses): readonly string[] {
  const declared = declaredBy(cls);
  return publics.flatMap((each) => {
    // a class that extends another repeats nothing
    if (each.prototype instanceof cls) return [];
    const repeated = fieldsOf(each).filter((field) => declared.has(nameAndType(field)));
    return repeated.length >= REPEATED_MIN && repeated.length * 2 >= fieldsOf(each).length
      ? [`${cls.name} declares fields of ${each.name}: ${repeated.map(({ name }) => name).join(' ')}`]
      : [];
  });
}

class ProbeRequest {
  @IsText(20) label!: string;
  @IsAmount() amount!: string;
  @IsId('intent') intentId!: string;
}
class RepeatingCommand {
  @IsId('merchant') merchantId!: string;
  @IsText(20) label!: string;
  @IsAmount() amount!: string;
  @IsId('intent') intentId!: string;
}
class DerivedCommand extends commandOf(ProbeRequest) {}

test('no command, answer or event declares half of the fields of a request or a view again', () => {
  const derived = internalClasses.filter(({ name }) => !APART.has(name));
  expect(derived.flatMap((cls) => repeatedBy(cls))).toEqual([]);
});

test('classes that are apart do so', () => {
  const apart = internalClasses.filter(({ name }) => APART.has(name));
  expect(apart.filter((cls) => repeatedBy(cls).length === 0).map(({ name }) => name)).toEqual([]);
  expect(apart).toHaveLength(APART.size);
});

test('a command that repeats its request is found, and one that is derived from it is not', () => {
  expect(repeatedBy(RepeatingCommand, [ProbeRequest])).toEqual([
    'RepeatingCommand declares fields of ProbeRequest: label amount intentId',
  ]);
  expect(repeatedBy(DerivedCommand, [ProbeRequest])).toEqual([]);
  expect(
    fieldsOf(DerivedCommand)
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual([...['actor', 'amount', 'intentId', 'label', 'merchantId', 'mode']]);
});
