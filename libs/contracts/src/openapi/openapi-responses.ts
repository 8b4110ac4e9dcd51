import type { ErrorCode } from '../errors/catalogue.js';
import { errorCatalogue } from '../errors/catalogue.js';
import { apiVersions, headers, preferenceHeaders } from '../vocabulary/headers.js';
import type { Components } from './openapi-components.js';
import type { Operation } from '../kernel/operation.js';
import { errorsOf } from '../kernel/operation.js';
import { exampleFields } from '../kernel/problem-examples.js';
import { PROBLEM_MEDIA_TYPE, Problem } from '../kernel/problem.js';
import { publicName } from '../schema/descriptions.js';
import { exampleOf } from '../schema/example.js';
import type { JsonSchema } from '../schema/json-schema.js';
import type { PayloadClass } from '../schema/schema.js';

export const JSON_MEDIA_TYPE = 'application/json';
const CSV_MEDIA_TYPE = 'text/csv';

/** The headers of answers. */
export const answerHeaders = {
  RequestId: {
    description: 'Identifies the request in logs and messages. It is your id if you sent a well-formed one.',
    schema: { type: 'string' },
  },
  ApiVersion: { description: 'The version that answered.', schema: { type: 'string', enum: apiVersions } },
  RateLimitPolicy: {
    description:
      'The name of the budget, and how many requests (`q`) it allows in a window of `w` seconds. `merchant`: the requests with the secret keys of a merchant in one mode. `publishable`: those with its publishable keys in one mode; `publishable-address`: those with its publishable keys from one address. `sign-in`: the sign-ins of one address. `dashboard`: the dashboard requests of one address. `member`: the requests of one member. A structured field (draft-ietf-httpapi-ratelimit-headers).',
    schema: { type: 'string', examples: ['"merchant";q=100;w=1'] },
  },
  RateLimit: {
    description:
      'The number of requests that remain (`r`), and the seconds after which the full number is available again (`t`).',
    schema: { type: 'string', examples: ['"merchant";r=99;t=1'] },
  },
  IdempotencyReplayed: {
    description: '`true` when this is the answer to an earlier request.',
    schema: { type: 'string', enum: ['true'] },
  },
  PreferenceApplied: {
    description: '`wait`: the answer holds the outcome (RFC 7240).',
    schema: { type: 'string', enum: ['wait'] },
  },
  StatementTo: {
    description: 'The end of the statement: no further transaction can be added before this time.',
    schema: { type: 'string', format: 'date-time' },
  },
  RetryAfter: {
    description: 'Seconds to wait before the next attempt.',
    schema: { type: 'string', pattern: '^[0-9]+$' },
  },
} as const;
const everyAnswer = {
  [headers.requestId]: { $ref: '#/components/headers/RequestId' },
  [headers.apiVersion]: { $ref: '#/components/headers/ApiVersion' },
};
/** On an answer to a caller whose key was read; a request that is refused before has none of them. */
const rateLimitHeaders = {
  [headers.rateLimitPolicy]: { $ref: '#/components/headers/RateLimitPolicy' },
  [headers.rateLimit]: { $ref: '#/components/headers/RateLimit' },
};

function headersOf({ key }: Operation): JsonSchema {
  return { ...everyAnswer, ...(key === 'none' ? {} : rateLimitHeaders) };
}

/** Every answer of an operation by its status. */
export function responsesOf(operation: Operation, components: Components): Record<string, JsonSchema> {
  return {
    ...(operation.waited === undefined ? {} : { [operation.waited]: waitedOf(operation, components) }),
    [operation.success]: successOf(operation, components),
    ...errorResponses(operation),
  };
}

function successOf(operation: Operation, components: Components): JsonSchema {
  const replayed = { [headers.idempotencyReplayed]: { $ref: '#/components/headers/IdempotencyReplayed' } };
  return {
    description: successText(operation),
    headers: {
      ...headersOf(operation),
      ...(operation.replays ? replayed : {}),
      ...(operation.csv === undefined ? {} : { 'x-statement-to': { $ref: '#/components/headers/StatementTo' } }),
    },
    ...(operation.answer === undefined ? {} : { content: contentOf(operation.answer, components) }),
    ...(operation.csv === undefined
      ? {}
      : { content: { [CSV_MEDIA_TYPE]: { schema: { type: 'string' }, example: operation.csv } } }),
  };
}

/** The answer of a success, in words. */
function successText({ answer, success }: Operation): string {
  if (answer === undefined) return 'Done. The answer has no body.';
  const name = publicName(answer.name).replace(/^(Created|Issued|New|Sent)(?=[A-Z])/, '');
  if (name.endsWith('Page')) return 'A page of the list.';
  const words = name
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .replace(/\b(api|jwks|otp)\b/, (acronym) => acronym.toUpperCase());
  const began = { 201: 'Created: the', 202: 'Accepted: the' } as Readonly<Record<number, string>>;
  return `${began[success] ?? 'The'} ${words}.`;
}

function contentOf(answer: PayloadClass<object>, components: Components): JsonSchema {
  return { [JSON_MEDIA_TYPE]: { schema: components.refer(answer, false), example: exampleOf(answer) } };
}

/** The same answer with the outcome in it. */
function waitedOf(operation: Operation, components: Components): JsonSchema {
  const success = successOf(operation, components);
  return {
    ...success,
    description: 'The outcome came while the caller waited for it.',
    headers: {
      ...(success['headers'] as JsonSchema),
      [preferenceHeaders.applied]: { $ref: '#/components/headers/PreferenceApplied' },
    },
  };
}

/** The errors of one status are one response for all operations; the description names the codes of this one. */
function errorResponses(operation: Operation): Record<string, JsonSchema> {
  const ordered = [...codesByStatus(errorsOf(operation))].sort(([left], [right]) => left - right);
  return Object.fromEntries(
    ordered.map(([status, codes]) => {
      const description = codes.map((code) => `\`${code}\``).join(', ');
      return [status, { $ref: `#/components/responses/Problem${status}`, description }];
    }),
  );
}

function codesByStatus(codes: readonly ErrorCode[]): Map<number, ErrorCode[]> {
  return Map.groupBy(codes, (code) => errorCatalogue[code].status);
}

/** The errors of each status that any of the operations answers. */
export function problemResponses(operations: readonly Operation[], components: Components): Record<string, JsonSchema> {
  const codes = [...new Set(operations.flatMap(errorsOf))].sort();
  const ordered = [...codesByStatus(codes)].sort(([left], [right]) => left - right);
  return Object.fromEntries(
    ordered.map(([status, ofStatus]) => [`Problem${status}`, problemResponse(ofStatus, components)]),
  );
}

function problemResponse(codes: readonly ErrorCode[], components: Components): JsonSchema {
  const waits = codes.some((code) => exampleFields(code)['retryAfter'] !== undefined);
  const examples = codes.map((code) => [code, { $ref: components.problem(code) }] as const);
  return {
    description: codes.map((code) => `\`${code}\``).join(', '),
    headers: {
      ...everyAnswer,
      ...rateLimitHeaders,
      ...(waits ? { 'retry-after': { $ref: '#/components/headers/RetryAfter' } } : {}),
    },
    content: {
      [PROBLEM_MEDIA_TYPE]: { schema: components.refer(Problem, false), examples: Object.fromEntries(examples) },
    },
  };
}
