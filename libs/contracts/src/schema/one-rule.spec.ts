import { describe, expect, test } from '@jest/globals';
import * as contracts from '../index.js';
import { compileChecker } from './checker.js';
import { schemaOf } from './read-schema.js';
import type { FieldSchema, PayloadClass, ValueSchema } from './schema.js';
import { isName, NAME_MAX_CHARACTERS } from './fields.js';
import { invisibleNames, names, otherNames } from '../test/index.js';
import { SEALED_PATTERN } from '../vocabulary/sealed.js';

type AnyClass = PayloadClass<object>;
const isPayloadClass = (value: unknown): value is AnyClass =>
  typeof value === 'function' && value.toString().startsWith('class') && !(value.prototype instanceof Error);
const classes = new Map(
  Object.values<unknown>(contracts)
    .filter(isPayloadClass)
    .map((cls) => [cls.name, cls]),
);

/** The rule of a value, without the wording of its faults. */
function ruleOf(value: ValueSchema): unknown {
  if (value.kind === 'array') return { kind: value.kind, max: value.max, items: ruleOf(value.items) };
  if (value.kind === 'integer')
    return { kind: value.kind, rules: value.rules.map(({ end, bound }) => `${end} ${bound}`).sort() };
  if (value.kind === 'text')
    return {
      kind: value.kind,
      rules: value.rules.map((rule) => {
        if (rule.rule === 'pattern') return String(rule.pattern);
        return Object.entries(rule).filter(([key]) => key !== 'code' && key !== 'detail');
      }),
    };
  return { kind: value.kind };
}

/** A field that is sealed on its way: its owner opens it. */
const isSealed = ({ value }: FieldSchema): boolean =>
  JSON.stringify(ruleOf(value)).includes(JSON.stringify(String(SEALED_PATTERN)));

/** Fields that differ on purpose. */
const known: Readonly<Record<string, string>> = {
  'CreateIntentRequest.metadata': 'travels as its bytes',
  'CreateRefundRequest.metadata': 'travels as its bytes',
  'CreatePayoutRequest.metadata': 'travels as its bytes',
  'CreateIntentRequest.returnUrl': 'is narrower in the request',
  'CreateIntentRequest.cancelUrl': 'is narrower in the request',
  'CreatePaymentLinkRequest.returnUrl': 'is narrower in the request',
  'CreatePaymentLinkRequest.expiresAt': 'is written in one form by the gateway',
  'OpenAccountRequest.country': 'is narrower in the request',
  'UpdatePaymentLinkRequest.returnUrl': 'is narrower in the request',
  'UpdatePaymentLinkRequest.expiresAt': 'is written in one form by the gateway',
};

/** The two declarations of what a caller sends and what the owner of the effect takes. */
const pairs = [...classes].flatMap(([name, cls]) => {
  const command = name.endsWith('Request') ? classes.get(name.replace(/Request$/, 'Command')) : undefined;
  return command === undefined ? [] : [[name, cls, command] as const];
});

test('there are requests that become commands of the same name', () => {
  expect(pairs.length).toBeGreaterThan(5);
});

test.each(pairs)('every field of %s has one rule in the request and in its command', (_, request, command) => {
  const taken = new Map(schemaOf(command).fields.map((field) => [field.name, field]));
  const differing = schemaOf(request).fields.flatMap((field) => {
    if (`${request.name}.${field.name}` in known) return [];
    const other = taken.get(field.name);
    if (other === undefined || isSealed(other)) return [];
    const [asked, commanded] = [JSON.stringify(ruleOf(field.value)), JSON.stringify(ruleOf(other.value))];
    return asked === commanded ? [] : [`${field.name}: ${asked} but ${commanded}`];
  });
  expect(differing).toEqual([]);
});

describe('a name that people read', () => {
  const entries: readonly (readonly [AnyClass, string])[] = [
    [contracts.OpenAccountRequest, 'businessName'],
    [contracts.OpenAccountCommand, 'businessName'],
    [contracts.ConfirmAccountRequest, 'name'],
    [contracts.AcceptInvitationRequest, 'name'],
    [contracts.CreateMerchantCommand, 'name'],
    [contracts.SetMerchantCommand, 'name'],
    [contracts.UpdateMerchantRequest, 'name'],
    [contracts.UpdateMerchantProfileCommand, 'name'],
    [contracts.MerchantProfile, 'name'],
    [contracts.MerchantView, 'name'],
    [contracts.CreatePaymentLinkRequest, 'referencePattern'],
    [contracts.CreatePaymentLinkCommand, 'referencePattern'],
    [contracts.PaymentLink, 'referencePattern'],
  ];
  const isTaken = ([cls, field]: readonly [AnyClass, string], text: string): boolean =>
    compileChecker(cls)({ [field]: text }).every(({ param }) => param !== field);

  test.each(entries.map((entry) => [entry[0].name, entry] as const))(
    'has one rule, also as a field of %s',
    (_, entry) => {
      // a reference pattern may be longer than a name
      const isLonger = entry[1] === 'referencePattern';
      const refused = otherNames.filter((text) => !isLonger || text.length <= NAME_MAX_CHARACTERS);
      expect(refused.filter((text) => isTaken(entry, text))).toEqual([]);
      expect(names.filter((text) => !isTaken(entry, text))).toEqual([]);
    },
  );

  test.each(
    entries.map((entry) => [entry[0].name, entry] as const).filter(([name]) => /(Request|Command)$/.test(name)),
  )('has no invisible letters, also as a field of %s', (_, entry) => {
    expect(invisibleNames.filter((text) => isTaken(entry, text))).toEqual([]);
  });

  test('has it also where it comes sealed', () => {
    expect([...otherNames, ...invisibleNames].filter(isName)).toEqual([]);
    expect(names.every(isName)).toBe(true);
  });
});
