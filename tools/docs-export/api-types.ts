import type { PaymentEventView, RefundEventView } from '@paygate/contracts';
import {
  auditActionNames,
  errorCodes,
  merchantEventExample,
  merchantEventNames,
  openApiDocument,
  operationList,
} from '@paygate/contracts';
import openapiTypes, { astToString } from 'openapi-typescript';
import ts from 'typescript';

/** The file that the clients take their types from. */
export const API_TYPES_FILE = 'libs/api-types/src/index.ts';

interface Described {
  readonly operationId: string;
  readonly parameters: readonly { readonly in: string }[];
  readonly requestBody?: Body & { readonly required: boolean };
  readonly responses: Readonly<Record<string, Body>>;
}
interface Body {
  readonly content?: {
    readonly 'application/json'?: { readonly schema: { readonly $ref: string } };
    readonly 'text/csv'?: object;
  };
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, { readonly additionalProperties?: boolean }>> };
}

/**
 * The API document as TypeScript: a type for each schema and each query, and `Operations`, which says what each operation
 * takes and answers. An answer may hold values that a newer gateway has added, so its enumerations are open; those of
 * requests stay closed, so that a misspelt value does not compile.
 */
export async function apiTypes(): Promise<string> {
  const text = JSON.stringify(openApiDocument());
  const document = JSON.parse(text) as Document;
  const nodes = await openapiTypes(text, {
    transform: ({ enum: values }, { path = '' }) => {
      const [, holder] = /^#\/components\/schemas\/(\w+)/.exec(path) ?? [];
      // the type of an event distinguishes it from the others
      if (values === undefined || values.length === 1 || holder === undefined || holder === 'ExpiredEvent')
        return undefined;
      return document.components.schemas[holder]?.additionalProperties === false ? undefined : openEnum(values);
    },
  });
  const interfaces = new Map(nodes.filter(ts.isInterfaceDeclaration).map((node) => [node.name.text, node.members]));
  const schemas = membersOf(interfaces.get('components'), 'schemas').map((member) => declare(nameOf(member), member));
  const queries = (interfaces.get('operations') ?? []).flatMap((operation) => {
    const query = membersOf(membersOf(typeOf(operation), 'parameters'), 'query', 'itself')[0];
    return query === undefined || query.type?.kind === ts.SyntaxKind.NeverKeyword
      ? []
      : [declare(queryName(nameOf(operation)), query)];
  });
  return [HEADER, ...schemas, ...queries, operationTypes(document), eventStatuses(), knownWords()].join('\n\n');
}

const HEADER = '/** Generated from docs/api/openapi.json by `npm run docs`. */';

/** The facts about events that clients need at run time. */
function eventStatuses(): string {
  const statusOf = (data: object): string | null =>
    'paymentIntent' in data ? (data as (PaymentEventView | RefundEventView)['data']).paymentIntent.status : null;
  const entries = merchantEventNames.map((type) => [type, statusOf(merchantEventExample(type).data)]);
  const statuses = Object.fromEntries(entries) as object;
  return `/** Every type of event, with the status of the intent that it is about, or null. */
export const eventStatuses = ${JSON.stringify(statuses)} as const;`;
}

/** The words that filters of lists know. */
function knownWords(): string {
  const words = {
    errorCodes,
    auditActions: auditActionNames,
    operationPaths: [...new Set(operationList.map(({ path }) => path))],
  };
  const texts = {
    errorCodes: 'code of an error',
    auditActions: 'act of an audit trail',
    operationPaths: 'path of an operation',
  };
  return Object.entries(words)
    .map(
      ([name, list]) =>
        `/** Every ${texts[name as keyof typeof texts]}. */\nexport const ${name} = ${JSON.stringify(list)} as const;`,
    )
    .join('\n\n');
}

/** `'a' | 'b' | (string & {})`: completion knows the values, and any other text is accepted. */
function openEnum(values: readonly unknown[]): ts.TypeNode {
  const { factory } = ts;
  const text = factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword);
  const anyText = factory.createIntersectionTypeNode([text, factory.createTypeLiteralNode([])]);
  const known = values.map((value) =>
    factory.createLiteralTypeNode(value === null ? factory.createNull() : factory.createStringLiteral(value as string)),
  );
  return factory.createUnionTypeNode([...known, factory.createParenthesizedType(anyText)]);
}

type Members = Iterable<ts.TypeElement> | undefined;

/** The properties within a property of a type. */
function membersOf(
  members: Members,
  name: string,
  which: 'within' | 'itself' = 'within',
): readonly ts.PropertySignature[] {
  const found = [...(members ?? [])].filter(ts.isPropertySignature).filter((member) => nameOf(member) === name);
  return which === 'itself' ? found : found.flatMap((member) => [...typeOf(member)].filter(ts.isPropertySignature));
}

function typeOf(member: ts.TypeElement): Iterable<ts.TypeElement> {
  const type = ts.isPropertySignature(member) ? member.type : undefined;
  return type !== undefined && ts.isTypeLiteralNode(type) ? type.members : [];
}

function nameOf({ name }: ts.TypeElement): string {
  return name !== undefined && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : '';
}

function declare(name: string, { type }: ts.PropertySignature): string {
  if (type === undefined) throw new TypeError(`${name} has no type`);
  const text = astToString(type).replaceAll(/components\["schemas"\]\["(\w+)"\]/g, '$1');
  return ts.isTypeLiteralNode(type) ? `export interface ${name} ${text}` : `export type ${name} = ${text};`;
}

function queryName(operationId: string): string {
  return `${operationId.replace(/^./, (first) => first.toUpperCase())}Query`;
}

function operationTypes({ paths }: Document): string {
  const lines = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) => `${operation.operationId}: {
      method: '${method.toUpperCase()}';
      path: '${path}';
      query: ${operation.parameters.some((parameter) => parameter.in === 'query') ? queryName(operation.operationId) : 'undefined'};
      body: ${schemaName(operation.requestBody)}${operation.requestBody?.required === false ? ' | undefined' : ''};
      answer: ${schemaName(Object.entries(operation.responses).find(([status]) => status.startsWith('2'))?.[1])};
    };`,
    ),
  );
  return `/** The request and the answer of each operation. */\nexport interface Operations {\n${lines.join('\n')}\n}\n`;
}

function schemaName(body: Body | undefined): string {
  if (body?.content?.['text/csv'] !== undefined) return 'string';
  return body?.content?.['application/json']?.schema.$ref.replace('#/components/schemas/', '') ?? 'undefined';
}
