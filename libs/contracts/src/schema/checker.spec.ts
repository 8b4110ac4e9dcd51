import { describe, expect, test } from '@jest/globals';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsDateString,
  IsIn,
  IsInt,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  Matches,
  Max,
  Min,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { IsText } from './fields.js';
import type { PayloadClass } from './schema.js';
import { compileChecker, MAX_FAULTS } from './checker.js';
import { IsNullable } from './declarations.js';
import { UnsupportedDeclaration } from './schema.js';

class Line {
  @IsText(10, 1) sku!: string;
  @IsInt() @Min(1, { message: 'must be one or more' }) @Max(99) count!: number;
}
class Order {
  @IsString({ context: { code: 'amount_invalid' } })
  @Matches(/^[0-9]+$/, { context: { code: 'amount_invalid' }, message: 'must be digits' })
  amount!: string;
  @IsOptional() @IsText(5) note?: string;
  @IsNullable() @IsText(5) label!: string | null;
  @IsArray() @ArrayMaxSize(3) @ValidateNested({ each: true }) @Type(() => Line) lines!: Line[];
}
const check = compileChecker(Order);
const order = { amount: '12', label: null, lines: [{ sku: 'a', count: 1 }] };

describe('a compiled checker', () => {
  test('finds nothing wrong with a payload of its class', () => {
    expect(check(order)).toEqual([]);
    expect(check({ ...order, note: null, label: 'x', lines: [] })).toEqual([]);
  });

  test('[5.2] names every fault at once, by path, with the code that the declaration gives', () => {
    const value = {
      amount: '1.5',
      note: 'too long',
      extra: 1,
      lines: [
        { sku: 'a', count: 1 },
        { sku: '', count: 0, x: 1 },
      ],
    };
    expect(check(value)).toEqual([
      { param: 'amount', code: 'amount_invalid', detail: 'must be digits' },
      { param: 'note', code: 'parameter_invalid', detail: 'must have 0 to 5 characters' },
      { param: 'label', code: 'parameter_missing', detail: 'is required' },
      { param: 'lines.1.sku', code: 'parameter_invalid', detail: 'must have 1 to 10 characters' },
      { param: 'lines.1.count', code: 'parameter_invalid', detail: 'must be one or more' },
      { param: 'lines.1.x', code: 'parameter_unknown', detail: 'is not a parameter of this operation' },
      { param: 'extra', code: 'parameter_unknown', detail: 'is not a parameter of this operation' },
    ]);
  });

  test('distinguishes a missing field from one of the wrong type', () => {
    expect(check({ label: null, lines: [] })).toEqual([
      { param: 'amount', code: 'parameter_missing', detail: 'is required' },
    ]);
    for (const amount of [12, null, ['12'], { a: 1 }, true])
      expect(check({ ...order, amount })).toEqual([
        { param: 'amount', code: 'amount_invalid', detail: 'must be a string' },
      ]);
  });

  test.each([null, undefined, 1, 'text', true, [], [order]])('refuses %j in place of an object', (value) => {
    expect(check(value)).toEqual([{ param: '', code: 'parameter_invalid', detail: 'must be an object' }]);
  });

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'])('refuses the key %s', (name) => {
    const value: unknown = JSON.parse(`${JSON.stringify(order).slice(0, -1)},${JSON.stringify(name)}:{"amount":"1"}}`);
    expect(check(value)).toEqual([
      { param: name, code: 'parameter_unknown', detail: 'is not a parameter of this operation' },
    ]);
  });

  test('takes no field from a prototype that the caller wrote', () => {
    const value: unknown = JSON.parse('{"__proto__":{"amount":"12"},"label":null,"lines":[]}');
    expect(check(value).map((fault) => [fault.param, fault.code])).toEqual([
      ['amount', 'parameter_missing'],
      ['__proto__', 'parameter_unknown'],
    ]);
  });

  test('refuses an array in place of an element', () => {
    expect(check({ ...order, lines: [[]] })[0]).toMatchObject({ param: 'lines.0', detail: 'must be an object' });
    expect(check({ ...order, lines: [order.lines] })[0]).toMatchObject({ param: 'lines.0' });
  });

  test('looks at no element of an array that is too long', () => {
    const lines = Array.from({ length: 4 }, () => ({}));
    expect(check({ ...order, lines })).toEqual([
      { param: 'lines', code: 'parameter_invalid', detail: 'must have 0 to 3 elements' },
    ]);
  });

  test('bounds the list of faults and the names in it', () => {
    const value = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`${index}${'x'.repeat(300)}`, 1]));
    const faults = check({ ...order, ...value });
    expect(faults).toHaveLength(MAX_FAULTS);
    expect(Math.max(...faults.map((fault) => fault.param.length))).toBeLessThan(70);
  });

  test.each([
    ['a\0b', 'a\uFFFDb'],
    ['\uD83Dx', '\uFFFDx'],
    [`${'x'.repeat(63)}😀`, `${'x'.repeat(63)}\uFFFD…`],
  ])('shows the name %j as a text that an answer may hold', (name, shown) => {
    expect(check({ ...order, [name]: 1 })).toMatchObject([{ param: shown, code: 'parameter_unknown' }]);
  });

  test('may let unknown fields pass, at every depth', () => {
    const lenient = compileChecker(Order, { unknownFields: 'ignore' });
    expect(lenient({ ...order, extra: 1, lines: [{ sku: 'a', count: 1, extra: 1 }] })).toEqual([]);
    expect(lenient({ ...order, extra: 1, amount: 1 })).toHaveLength(1);
  });
});

const declares = (...decorators: PropertyDecorator[]): PayloadClass<object> => {
  class Declared {
    field?: unknown;
  }
  for (const decorate of decorators) decorate(Declared.prototype, 'field');
  return Declared;
};

describe('a declaration that has no compiled form stops the start', () => {
  class Unfinished {
    field?: unknown;
  }
  class Endless {
    @IsObject() @ValidateNested() @Type(() => Endless) next!: object;
  }
  test.each<[string, PayloadClass<object>]>([
    ['no field', Unfinished],
    ['a decorator that is not known', declares(IsNumber())],
    ['another one', declares(IsString(), IsDateString())],
    [
      'a condition',
      declares(
        ValidateIf(() => true),
        IsString(),
      ),
    ],
    ['a validation group', declares(IsString({ groups: ['a'] }))],
    ['a condition in the options', declares(IsString({ validateIf: () => true }))],
    ['no type', declares(IsOptional())],
    ['two types', declares(IsString(), IsInt())],
    ['bounds on a text', declares(IsString(), Max(1))],
    ['values that are no texts', declares(IsIn([1, 2]))],
    ['a pattern with a memory', declares(Matches(/a/g))],
    ['a code that is not of the catalogue', declares(IsString({ context: { code: 'no_such_code' } }))],
    ['an array without a bound', declares(IsArray(), IsString({ each: true }))],
    ['an array whose elements have no type', declares(IsArray(), ArrayMaxSize(1))],
    ['elements without an array', declares(IsString({ each: true }))],
    ['a rule on the array itself', declares(IsArray(), ArrayMaxSize(1), IsString())],
    [
      'a nested class that an array could stand for',
      declares(
        ValidateNested(),
        Type(() => Line),
      ),
    ],
    ['a nested class without its name', declares(IsObject(), ValidateNested())],
    ['a class that holds itself', Endless],
  ])('%s', (_name, cls) => {
    expect(() => compileChecker(cls)).toThrow(UnsupportedDeclaration);
  });
});
