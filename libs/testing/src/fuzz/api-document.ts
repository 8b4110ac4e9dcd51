/** JSON Schema, as far as the API document uses it. */
export type Schema = Readonly<Record<string, unknown>>;

/** The parts of an OpenAPI 3.1 document that are read here. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, ApiResponse>>;
  };
}

export interface ApiOperation {
  readonly operationId: string;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly style?: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<Record<string, ApiResponse | { readonly $ref: string }>>;
  readonly 'x-error-codes': readonly string[];
}

export interface ApiResponse {
  readonly headers: Readonly<Record<string, unknown>>;
  /** Absent where the answer has no body. */
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

/** The documented answer of an operation with a status. */
export function responseOf(
  document: ApiDocument,
  operation: ApiOperation | undefined,
  status: number,
): ApiResponse | undefined {
  const response = operation?.responses[String(status)];
  if (response === undefined || !('$ref' in response)) return response;
  const shared = document.components.responses[response.$ref.replace('#/components/responses/', '')];
  if (shared === undefined) throw new TypeError(`${response.$ref} leads nowhere`);
  return shared;
}

/** Follows a `$ref` into the document's own schemas. */
export function resolved(document: ApiDocument, schema: Schema): Schema {
  const { $ref } = schema;
  if (typeof $ref !== 'string') return schema;
  const target = document.components.schemas[$ref.replace('#/components/schemas/', '')];
  if (target === undefined) throw new TypeError(`${$ref} leads nowhere`);
  return target;
}
