import { expect, test } from '@jest/globals';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  Matches,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { IsText, IsTimestamp } from './fields.js';
import { IsNullable, MayBeAbsent, Note } from './declarations.js';
import { jsonSchemaOf } from './json-schema.js';

class Address {
  @IsText(40, 1) city!: string;
}
class Customer {
  @Note({ description: 'Two letters.', example: 'CM' })
  @Matches(/^[A-Z]/)
  @Matches(/[A-Z]$/)
  country!: string;
  @IsOptional() @IsIn(['a', 'b']) kind?: string;
  @IsNullable() @IsInt() @Min(0) @Max(9) level!: number | null;
  @IsBoolean() active!: boolean;
  @IsTimestamp() since!: string;
  @IsNullable() @IsObject() @ValidateNested() @Type(() => Address) home!: Address | null;
  @IsArray() @ArrayMinSize(1) @ArrayMaxSize(5) @ValidateNested({ each: true }) @Type(() => Address) others!: Address[];
  @IsObject() anything!: object;
  @MayBeAbsent() @IsIn(['a']) note?: 'a';
}

const address = {
  type: 'object',
  properties: { city: { type: 'string', minLength: 1, maxLength: 40, pattern: '^[^\\x00]*$' } },
  required: ['city'],
  additionalProperties: false,
};
const customer = {
  type: 'object',
  properties: {
    country: {
      type: 'string',
      pattern: '^[A-Z]',
      allOf: [{ pattern: '[A-Z]$' }],
      description: 'Two letters.',
      examples: ['CM'],
    },
    kind: { type: ['string', 'null'], enum: ['a', 'b', null] },
    level: { type: ['integer', 'null'], minimum: 0, maximum: 9 },
    active: { type: 'boolean' },
    since: {
      type: 'string',
      format: 'date-time',
      pattern: '^[1-9][0-9]{3}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\\.[0-9]{3}Z$',
    },
    home: { ...address, type: ['object', 'null'] },
    others: { type: 'array', minItems: 1, maxItems: 5, items: address },
    anything: { type: 'object', additionalProperties: true },
    note: { type: 'string', const: 'a' },
  },
  required: ['country', 'level', 'active', 'since', 'home', 'others', 'anything'],
  additionalProperties: false,
};

test('a payload class is written with everything that its checker asks for', () => {
  expect(jsonSchemaOf(Customer)).toEqual(customer);
});

test('an open schema permits further fields', () => {
  const written = JSON.stringify(jsonSchemaOf(Customer, { closed: false }));
  expect(written).not.toContain('"additionalProperties":false');
});

test('nested classes can be written elsewhere', () => {
  const refer = (schema: { name: string }) => `#/components/schemas/${schema.name}`;
  expect(jsonSchemaOf(Customer, { refer })).toMatchObject({
    properties: {
      home: { anyOf: [{ $ref: '#/components/schemas/Address' }, { type: 'null' }] },
      others: { items: { $ref: '#/components/schemas/Address' } },
    },
  });
});
