import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A JSON Schema of the API document, as far as the pages read it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

interface Content {
  readonly schema: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value?: unknown }>>;
}

export interface Answer {
  readonly description?: string;
  readonly content?: Readonly<Record<string, Content>>;
}

export type Security = readonly Readonly<Record<string, readonly string[]>>[];

/** An operation with its place in the document. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly security: Security;
  /** The scopes that a restricted key needs. */
  readonly scopes: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly body: Content | undefined;
  readonly bodyIsRequired: boolean;
  readonly answers: Readonly<Record<string, Answer>>;
  readonly errorCodes: readonly string[];
}

interface WrittenOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly security: Security;
  readonly 'x-scope'?: string;
  readonly 'x-further-scope'?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, Answer>>;
  readonly 'x-error-codes': readonly string[];
}

interface WrittenDocument {
  readonly info: { readonly version: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, WrittenOperation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: WrittenOperation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** The API document as the pages need it. */
export interface ApiDocument {
  readonly version: string;
  readonly tags: WrittenDocument['tags'];
  readonly operations: readonly Operation[];
  /** The body of each event by its type. */
  readonly events: ReadonlyMap<string, Schema>;
  readonly schemas: Readonly<Record<string, Schema>>;
}

export const JSON_TYPE = 'application/json';

export function readDocument(root: string): ApiDocument {
  const written = JSON.parse(readFileSync(join(root, 'docs/api/openapi.json'), 'utf8')) as WrittenDocument;
  const operations = Object.entries(written.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => operationOf(path, method, operation)),
  );
  const order = written.tags.map(({ name }) => name);
  operations.sort((left, right) => order.indexOf(left.tag) - order.indexOf(right.tag));
  const { info, tags, webhooks, components } = written;
  const events = Object.entries(webhooks).map(
    ([type, { post }]) => [type, post.requestBody?.content[JSON_TYPE]?.schema ?? {}] as const,
  );
  return { version: info.version, tags, operations, events: new Map(events), schemas: components.schemas };
}

function operationOf(path: string, method: string, written: WrittenOperation): Operation {
  return {
    id: written.operationId,
    method: method.toUpperCase(),
    path,
    tag: written.tags[0] ?? '',
    summary: written.summary,
    description: written.description,
    security: written.security,
    scopes: [written['x-scope'] ?? [], written['x-further-scope'] ?? []].flat(),
    parameters: written.parameters ?? [],
    body: written.requestBody?.content[JSON_TYPE],
    bodyIsRequired: written.requestBody?.required ?? false,
    answers: written.responses,
    errorCodes: written['x-error-codes'],
  };
}
