import type { ApiDocument, Operation } from './api-document.js';
import { bounded, MAX_TEXT } from './texts.js';

const FOUND = 15;
/** Of nested schemas, from what is shown when there is room to what is shown when there is little. */
const DEPTHS = [6, 4, 2];

/** The operations that fit the words best, one a line; all of them, by subject, when there are no words. */
export function searched({ operations }: ApiDocument, query: string): string {
  const words = query.toLowerCase().match(/[a-z0-9_]{2,}/g) ?? [];
  if (words.length === 0) return bounded(bySubject([...operations.values()]), 'Search by words.');
  const ranked = [...operations.values()]
    .map((operation) => ({ operation, score: scoreOf(operation, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
  if (ranked.length === 0) return 'No operation has these words. Search for "" to see all of them.';
  const more = ranked.length > FOUND ? [`${ranked.length - FOUND} more fit less well.`] : [];
  return [...ranked.slice(0, FOUND).map(({ operation }) => lineOf(operation)), ...more].join('\n');
}

function bySubject(operations: readonly Operation[]): string {
  const subjects = [...new Set(operations.map(({ tag }) => tag))];
  return subjects
    .map((subject) => {
      const own = operations.filter(({ tag }) => tag === subject).map(({ id, summary }) => `  ${id}: ${summary}`);
      return [`${subject}:`, ...own].join('\n');
    })
    .join('\n');
}

function scoreOf({ id, path, summary, tag, description }: Operation, words: readonly string[]): number {
  const weighed: readonly (readonly [string, number])[] = [
    [id.toLowerCase(), 4],
    [summary.toLowerCase(), 3],
    [`${path} ${tag}`.toLowerCase(), 2],
    [description.toLowerCase(), 1],
  ];
  const scoreOfWord = (word: string): number => {
    // refunds, refund
    const stem = word.length > 4 ? word.replace(/e?s$/, '') : word;
    return weighed.reduce((sum, [text, weight]) => (text.includes(stem) ? sum + weight : sum), 0);
  };
  return words.reduce((sum, word) => sum + scoreOfWord(word), 0);
}

function lineOf({ id, method, path, summary, scope, isRead }: Operation): string {
  return `${id}  ${method} ${path}  ${summary} (${isRead ? 'read' : 'write'}; scope ${scope ?? 'none'})`;
}

/** All that a caller needs to know of an operation, as JSON. */
export function described({ schemas }: ApiDocument, operation: Operation): string {
  const { id, method, path, summary, description, scope, isRead, parameters, tokens, body, answer, errors } = operation;
  const texts = DEPTHS.map((depth) =>
    JSON.stringify(
      {
        ...{ operation: id, tool: isRead ? 'read' : 'write', method, path, summary, description },
        scope: scope ?? null,
        tokens,
        parameters: parameters.map(({ schema, ...rest }) => ({ ...rest, schema: resolved(schema, schemas, depth) })),
        body: body === undefined ? null : { ...body, schema: resolved(body.schema, schemas, depth) },
        answer,
        errors,
      },
      null,
      1,
    ),
  );
  const fitting = texts.find((text) => text.length <= MAX_TEXT) ?? texts.at(-1) ?? '';
  return bounded(fitting, 'The reference of the docs has all of it.');
}

/** A schema with those that it refers to, down to a depth. */
function resolved(schema: unknown, schemas: ApiDocument['schemas'], depth: number): unknown {
  if (Array.isArray(schema)) return schema.map((each) => resolved(each, schemas, depth));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $ref, ...rest } = schema as Readonly<Record<string, unknown>>;
  if (typeof $ref === 'string') {
    const name = $ref.split('/').at(-1) ?? '';
    return depth === 0 ? { type: name } : resolved({ ...schemas[name], ...rest }, schemas, depth - 1);
  }
  return Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, resolved(value, schemas, depth)]));
}
