import type { ApiDocument, Operation, Schema } from './client-model.js';
import { errorsOf, refName, resourcesOf, schemasOf, upperFirst } from './client-model.js';
import type { ClientMethod } from './reference-client.js';

/** The folder of the client for PHP that holds generated files and nothing else. */
export const PHP_FOLDER = 'libs/sdk-php/src/Api';

const start = (namespace: string): string => `<?php

// Generated from docs/api/openapi.json by \`npm run docs\`.

declare(strict_types=1);

namespace ${namespace};
`;

/** The generated files of the client for PHP, by their paths. */
export function phpClient(
  document: ApiDocument,
  methods: readonly ClientMethod[],
): readonly (readonly [path: string, text: string])[] {
  const schemas = schemasOf(document);
  const resources = resourcesOf(document, methods);
  const files = [
    ...phpErrors(document),
    ['Types', phpTypes(schemas)] as const,
    ...resources.map(([name, operations]) => [upperFirst(name), phpResource(name, operations)] as const),
    ['Paygate', phpPaygate(resources.map(([name]) => name))] as const,
  ];
  return files.map(([name, text]) => [`${PHP_FOLDER}/${name}.php`, text]);
}

function phpPaygate(resources: readonly string[]): string {
  return `${start('Paygate')}
/** The client of a merchant's server. */
final class Paygate extends Client
{
${resources.map((name) => `    public readonly Api\\${upperFirst(name)} $${name};`).join('\n')}

    protected function attach(): void
    {
${resources.map((name) => `        $this->${name} = new Api\\${upperFirst(name)}($this);`).join('\n')}
    }
}
`;
}

function phpResource(name: string, operations: readonly Operation[]): string {
  const types = operations.flatMap(({ params, answer, item }) => [params?.type, answer, item]);
  const imports = [...new Set(types)].filter((type) => type !== undefined && type !== 'csv').sort();
  return `${start('Paygate\\Api')}
use Paygate\\Client;
use Paygate\\Pages;

/**
${imports.map((type) => ` * @phpstan-import-type ${String(type)} from Types`).join('\n')}
 * @phpstan-import-type CallOptions from Types
 */
final class ${upperFirst(name)}
{
    public function __construct(private readonly Client $client)
    {
    }

${operations.map(methodOf).join('\n')}}
`;
}

function methodOf({ name, method, path, ids, hasToken, canWait, params, answer, item, text }: Operation): string {
  const signature = [
    ...ids.map((id) => `string $${id}`),
    ...(hasToken ? ['string $sessionToken'] : []),
    ...(params ? [`array $params${params.isRequired ? '' : ' = []'}`] : []),
    'array $options = []',
  ];
  const passed = [
    `'${path}'`,
    ...(ids.length === 0 ? [] : [`ids: [${ids.map((id) => `'${id}' => $${id}`).join(', ')}]`]),
    ...(hasToken ? ['sessionToken: $sessionToken'] : []),
    ...(params ? [`${params.place}: $params`] : []),
    // a long file is waited for as long as it takes
    `options: ${answer === 'csv' ? "$options + ['timeout' => 600, 'deadline' => 600]" : '$options'}`,
  ];
  const returned = item !== undefined ? 'Pages' : answer === undefined ? 'void' : answer === 'csv' ? 'string' : 'array';
  const shown = item === undefined ? answer : `Pages<${item}, ${String(answer)}>`;
  const sent = `$this->client->request('${method}', ${passed.join(', ')})`;
  const listed = [passed[0], ...(method === 'GET' ? [] : [`method: '${method}'`]), ...passed.slice(1)].join(', ');
  const tags = [
    ...(params ? [`@param ${params.type} $params`] : []),
    `@param CallOptions $options${canWait ? ', of which waitSeconds is at most 5' : ''}`,
    ...(returned === 'array' || returned === 'Pages' ? [`@return ${String(shown)}`] : []),
    ...(returned === 'Pages' ? [] : ['@throws \\Paygate\\PaygateError']),
  ];
  const result =
    item !== undefined
      ? `return $this->client->listAll(${listed});`
      : answer === undefined
        ? `${sent};`
        : `return ${sent}->data;`;
  return `    /**
     * ${text.replaceAll('*/', '* /').replaceAll('@', '(at)')}
     *
${tags.map((tag) => `     * ${tag}`).join('\n')}
     */
    public function ${name}(${signature.join(', ')}): ${returned}
    {
        ${result}
    }
`;
}

function phpErrors(document: ApiDocument): readonly (readonly [name: string, text: string])[] {
  const classes = errorsOf(document);
  const byStatus = classes
    .flatMap(({ name, answers }) => answers.map(({ status }) => [status, name] as const))
    .sort(([one], [other]) => one - other);
  const declared = classes.map(({ name, meaning, answers }) => {
    const codes = answers.map(({ status, codes }) => ` * ${String(status)}: ${codes.join(', ')}`).join('\n');
    return `
/**
 * ${meaning}
 *
${codes}
 */
final class Paygate${name}Error extends PaygateApiError
{
}
`;
  });
  return [
    ['ErrorClasses', `${start('Paygate')}${declared.join('')}`],
    [
      'Errors',
      `${start('Paygate\\Api')}
/** What the document has of errors. */
final class Errors
{
    /** The version of the API that this client was made for. */
    public const API_VERSION = '${document.info.version}';
    /** The class of each status that the document has. */
    public const BY_STATUS = [
${byStatus.map(([status, name]) => `        ${String(status)} => \\Paygate\\Paygate${name}Error::class,`).join('\n')}
    ];
}
`,
    ],
  ];
}

const scalars: Readonly<Record<string, string>> = {
  ...{ string: 'string', integer: 'int', number: 'int|float', boolean: 'bool', null: 'null' },
};

/** The schemas as shapes of arrays. Enumerations of answers are open, so that a newer gateway may add values. */
function phpTypes(schemas: readonly (readonly [name: string, Schema])[]): string {
  const lines = schemas.map(([name, schema]) => ` * @phpstan-type ${name} ${shapeOf(schema)}`);
  return `${start('Paygate\\Api')}
/**
 * The types of what is sent and answered. The API reference says what each field means.
 *
 * @phpstan-type CallOptions array{idempotencyKey?: string, timeout?: int|float, deadline?: int|float, maxRetries?: int, requestId?: string, waitSeconds?: int}
${lines.join('\n')}
 */
final class Types
{
}
`;
}

function shapeOf(schema: Schema): string {
  const { properties, required = [], additionalProperties, oneOf, anyOf } = schema;
  const choices = oneOf ?? anyOf;
  if (choices !== undefined) return choices.map((each) => typeOf(each, true)).join('|');
  if (properties === undefined) return typeOf({ ...schema, type: 'object' }, additionalProperties !== false);
  const isOpen = additionalProperties !== false;
  const fields = Object.entries(properties).map(([field, value]) => {
    return `${field}${required.includes(field) ? '' : '?'}: ${typeOf(value, isOpen)}`;
  });
  return `array{${fields.join(', ')}}`;
}

function typeOf(schema: Schema, isOpen: boolean): string {
  const { $ref, enum: values, anyOf, const: only, type, items = {}, additionalProperties } = schema;
  if ($ref !== undefined) return refName(schema);
  if (anyOf !== undefined) return anyOf.map((each) => typeOf(each, isOpen)).join('|');
  if (only !== undefined) return `'${only}'`;
  const types = [type ?? []].flat();
  if (values !== undefined) {
    const literals = values
      .filter((value) => value !== null)
      .map((value) => JSON.stringify(value).replaceAll('"', "'"));
    return [...literals, ...(isOpen ? ['string'] : []), ...(types.includes('null') ? ['null'] : [])].join('|');
  }
  const valueOf = typeof additionalProperties === 'object' ? typeOf(additionalProperties, isOpen) : 'mixed';
  const named = types.map((each) => {
    if (each === 'array') return `list<${typeOf(items, isOpen)}>`;
    return each === 'object' ? `array<string, ${valueOf}>` : scalars[each];
  });
  if (named.length === 0) throw new TypeError('a schema has no type');
  return named.join('|');
}
