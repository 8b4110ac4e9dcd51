import type { ApiDocument, ApiOperation } from './api-document.js';
import { responseOf } from './api-document.js';
import type { FuzzRequest } from './fuzz-requests.js';
import { schemaFaults } from './schema-faults.js';

/** An answer, unparsed. */
export interface FuzzAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

const PROBLEM = 'application/problem+json';
const LEAKS = /node_modules|\bat .*\.[jt]s:|SELECT |INSERT |postgres|kafka|redis|ECONN|fastify|nestjs/i;
/** Paths and methods that lead to no operation. */
const NO_OPERATION: readonly string[] = ['route_not_found', 'method_not_allowed'];

/** The faults of an answer by the API document; none when it is as documented. */
export function judgeAnswer(document: ApiDocument, request: FuzzRequest, answer: FuzzAnswer): readonly string[] {
  const faults = ['x-request-id', 'x-api-version', 'strict-transport-security']
    .filter((name) => answer.headers[name] === undefined)
    .map((name) => `there is no ${name}`);
  if (answer.status >= 500) faults.push(`a ${answer.status}`);
  if (request.method === 'OPTIONS' && answer.status === 204) return faults;
  const type = String(answer.headers['content-type'] ?? '');
  // HEAD has the headers of GET, and no body to judge
  const body = request.method === 'HEAD' ? undefined : parsed(answer.text);
  if (isEmpty(document, request, answer.status) ? answer.text !== '' : body === undefined)
    faults.push('the body is no JSON, or should not be');
  if (answer.status >= 400 && LEAKS.test(answer.text)) faults.push('the body reveals internals');
  return [...faults, ...judgeByDocument(document, request, { status: answer.status, type, body })];
}

/** Whether an answer has no body: that of HEAD, and one that the document gives no content. */
function isEmpty(document: ApiDocument, request: FuzzRequest, status: number): boolean {
  const response = responseOf(document, operationOf(document, request), status);
  return request.method === 'HEAD' || status === 204 || (response !== undefined && response.content === undefined);
}

interface Read {
  readonly status: number;
  readonly type: string;
  readonly body: unknown;
}

function judgeByDocument(document: ApiDocument, request: FuzzRequest, { status, type, body }: Read): readonly string[] {
  const operation = operationOf(document, request);
  if (request.method === 'HEAD' && [404, 405].includes(status)) return [];
  const problem = (body ?? {}) as { readonly code?: string; readonly status?: number };
  if (type === PROBLEM && problem.code !== undefined && NO_OPERATION.includes(problem.code)) return [];
  const response = responseOf(document, operation, status);
  if (response === undefined) return [`the status ${status} is not documented`];
  if (response.content === undefined) return body === undefined ? [] : ['there should be no body'];
  const media = response.content[type.split(';')[0] ?? ''];
  if (media === undefined) return [`the content type ${type} is not documented for ${status}`];
  if (body === undefined) return [];
  const codes = type === PROBLEM ? operation?.['x-error-codes'] : undefined;
  return [
    ...schemaFaults(document, media.schema, body),
    ...(codes === undefined || codes.includes(String(problem.code))
      ? []
      : [`${problem.code ?? 'no code'} is not documented`]),
    ...(codes === undefined || problem.status === status ? [] : ['the status of the problem is another one']),
  ];
}

/**
 * The operation that the request reached: the one it was made from, another method of its path, or one whose path has a parameter in
 * that place.
 */
function operationOf(document: ApiDocument, { operationId, method, path }: FuzzRequest): ApiOperation | undefined {
  const asked = method === 'HEAD' ? 'get' : method.toLowerCase();
  const paths = Object.entries(document.paths);
  const [, methods] =
    paths.find(([, all]) => Object.values(all).some((operation) => operation.operationId === operationId)) ?? [];
  const own = Object.values(methods ?? {}).find((operation) => operation.operationId === operationId);
  const other = paths.find(([template, all]) => all[asked] !== undefined && isOf(template, path))?.[1][asked];
  return methods?.[asked] ?? other ?? own;
}

function isOf(template: string, path: string): boolean {
  const pattern = template.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/?]+');
  return new RegExp(`^${pattern}(\\?|$)`).test(path);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
