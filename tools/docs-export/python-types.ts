import type { Schema } from './client-model.js';
import { refName } from './client-model.js';

const KEYWORDS = new Set(['from', 'class', 'import', 'global', 'lambda', 'in', 'is', 'not', 'pass', 'def']);

const scalars: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
};

/**
 * The schemas and the queries of the API document as TypedDicts. An answer may hold values that a newer gateway has added, so its
 * enumerations are open; those of requests stay closed, so that a type checker finds a misspelt value.
 */
export function pythonTypes(schemas: readonly (readonly [name: string, Schema])[]): string {
  return [
    HEADER,
    ...schemas.map(([name, schema]) => declaration(name, schema)),
    `__all__ = [\n${schemas.map(([name]) => `    "${name}",\n`).join('')}]\n`,
  ].join('\n\n\n');
}

const HEADER = `
from __future__ import annotations

import sys
from typing import Any, Dict, List, Literal, TypedDict, Union

if sys.version_info >= (3, 11):
    from typing import NotRequired
else:
    from typing_extensions import NotRequired`;

function declaration(name: string, schema: Schema): string {
  const { properties, required = [], additionalProperties, description, oneOf, anyOf } = schema;
  const choices = oneOf ?? anyOf;
  if (choices !== undefined) return `${name} = Union[${choices.map((each) => `"${refName(each)}"`).join(', ')}]`;
  const isOpen = additionalProperties !== false;
  const fields = Object.entries(properties ?? {}).map(([field, value]) => {
    const type = typeOf(value, isOpen);
    return { field, value, type: required.includes(field) ? type : `NotRequired[${type}]` };
  });
  // a name that Python keeps for itself cannot be a field of a class
  if (fields.some(({ field }) => KEYWORDS.has(field))) {
    const lines = fields.map(({ field, type }) => `        "${field}": '${type}',\n`);
    return `${name} = TypedDict(\n    "${name}",\n    {\n${lines.join('')}    },\n)`;
  }
  const lines = fields.map(({ field, value, type }) => `    ${field}: ${type}\n${documented(value)}`);
  const about = description === undefined ? '' : documented({ description });
  return `class ${name}(TypedDict):\n${about}${lines.join('') || '    pass\n'}`.trimEnd();
}

function documented({ description }: Schema): string {
  return description === undefined
    ? ''
    : `    """${description.replaceAll('\\', '\\\\').replaceAll('"""', "'''").replace(/"$/, '" ')}"""\n`;
}

/** The type of a value, as an annotation that nobody evaluates before Python 3.14. */
function typeOf(schema: Schema, isOpen: boolean): string {
  const { $ref, enum: values, anyOf, type } = schema;
  if ($ref !== undefined) return refName(schema);
  if (anyOf !== undefined) return unionOf(anyOf.map((each) => typeOf(each, isOpen)));
  if (schema.const !== undefined) return `Literal[${JSON.stringify(schema.const)}]`;
  const types = [type ?? []].flat();
  if (values !== undefined) {
    const literals = `Literal[${values
      .filter((value) => value !== null)
      .map((value) => JSON.stringify(value))
      .join(', ')}]`;
    // the type of an event distinguishes it from the others
    return unionOf([literals, ...(isOpen ? ['str'] : []), ...(types.includes('null') ? ['None'] : [])]);
  }
  return unionOf(types.map((each) => scalars[each] ?? compound(each, schema, isOpen)));
}

function compound(type: string, { items = {}, additionalProperties }: Schema, isOpen: boolean): string {
  if (type === 'array') return `List[${typeOf(items, isOpen)}]`;
  const values = typeof additionalProperties === 'object' ? typeOf(additionalProperties, isOpen) : 'Any';
  return `Dict[str, ${values}]`;
}

function unionOf(types: readonly string[]): string {
  if (types.length === 0) throw new TypeError('a schema has no type');
  const [only = '', ...more] = types;
  return more.length === 0 ? only : `Union[${types.join(', ')}]`;
}
