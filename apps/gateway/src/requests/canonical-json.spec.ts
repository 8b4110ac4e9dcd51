import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { canonicalJson } from './canonical-json.js';
import { idempotencyOf } from './idempotency.js';
import { scanJson } from './scan-json.js';

const same = (one: string, other: string): boolean => canonicalJson(one) === canonicalJson(other);

describe('[6.2] two bodies are the same request', () => {
  test.each([
    ['in another order of members', '{"amount":"5000","currency":"XAF"}', '{"currency":"XAF","amount":"5000"}'],
    [
      'in another order of metadata',
      '{"metadata":{"a":1,"b":{"c":2,"d":3}}}',
      '{"metadata":{"b":{"d":3,"c":2},"a":1}}',
    ],
    ['with members of arrays in another order', '{"a":[{"b":1,"c":2}]}', '{"a":[{"c":2,"b":1}]}'],
    ['with names that are numbers', '{"10":1,"9":2,"a":3}', '{"a":3,"9":2,"10":1}'],
    ['with white space', '{"amount":"5000"}', '\r\n{\t"amount" : "5000" }\n'],
    ['with an escaped letter', '{"description":"é"}', '{"description":"\\u00E9"}'],
    ['with a pair of surrogates escaped', '{"description":"😀"}', '{"description":"\\ud83D\\uDE00"}'],
    ['with an escaped slash', '{"returnUrl":"https://a/b"}', '{"returnUrl":"https:\\/\\/a\\/b"}'],
    ['with an escaped name', '{"amount":"5000"}', '{"\\u0061mount":"5000"}'],
    ['with null for an absent member', '{"amount":"5000"}', '{"amount":"5000","description":null}'],
    ['with empty metadata for absent metadata', '{"amount":"5000"}', '{"amount":"5000","metadata":{ }}'],
    ['with null for absent metadata', '{"amount":"5000"}', '{"amount":"5000","metadata":null}'],
    ['with the name __proto__', '{"metadata":{"__proto__":1,"a":2}}', '{"metadata":{"a":2,"__proto__":1}}'],
  ])('%s', (_name, one, other) => {
    expect(same(one, other)).toBe(true);
  });
});

test('a name is read alike, whatever was read before', () => {
  const parsed = [JSON.parse('{"x":1,"\\\\":2}'), JSON.parse('{"x":1,"\\\\":2}')] as const;
  expect(parsed).toHaveLength(2);
  expect(canonicalJson('{"x":1,"\\u0061":2}')).toBe('{"a":2,"x":1}');
  expect(canonicalJson('{"x":1,"\\u0062":2}')).toBe('{"b":2,"x":1}');
});

describe('[6.3] two bodies are different requests', () => {
  test.each([
    ['by the order of an array', '{"a":[1,2]}', '{"a":[2,1]}'],
    ['by the text of a number', '{"a":1}', '{"a":1.0}'],
    ['by the exponent of a number', '{"a":10}', '{"a":1e1}'],
    ['by the sign of zero', '{"a":0}', '{"a":-0}'],
    ['by a number beyond the precision of a double', '{"a":9007199254740993}', '{"a":9007199254740992}'],
    ['by a number beyond its range', '{"a":1e400}', '{"a":1e401}'],
    ['by the type of a value', '{"a":"1"}', '{"a":1}'],
    ['by true and its text', '{"a":true}', '{"a":"true"}'],
    ['by the case of a value', '{"currency":"XAF"}', '{"currency":"xaf"}'],
    ['by the case of a name', '{"metadata":{"a":1}}', '{"metadata":{"A":1}}'],
    ['by a space in a text', '{"a":"b"}', '{"a":"b "}'],
    ['by the Unicode form of a text', '{"a":"é"}', '{"a":"e\\u0301"}'],
    ['by the form of a phone number', '{"a":"+237670000001"}', '{"a":"237670000001"}'],
    ['by null in metadata', '{"metadata":{"a":1}}', '{"metadata":{"a":1,"b":null}}'],
    ['by metadata that holds only null', '{}', '{"metadata":{"a":null}}'],
    ['by null in an inner object', '{"a":{}}', '{"a":{"b":null}}'],
    ['by null in an array', '{"a":[]}', '{"a":[null]}'],
    ['by an empty object in metadata', '{"metadata":{"a":1}}', '{"metadata":{"a":1,"metadata":{}}}'],
    ['by an empty inner object', '{}', '{"a":{}}'],
    ['by a lone surrogate', '{"a":"\\ud800"}', '{"a":"\\ufffd"}'],
    ['by the member that a value belongs to', '{"a":"1","b":"2"}', '{"a":"2","b":"1"}'],
    ['by a name in a text', '{"a":"1","b":"2"}', '{"a":"1\\",\\"b\\":\\"2"}'],
  ])('%s', (_name, one, other) => {
    expect(same(one, other)).toBe(false);
  });
});

/** JSON whose numbers are texts, and whose objects are lists of members. */
type Tree = { readonly leaf: string } | { readonly items: readonly Tree[] } | { readonly members: readonly Member[] };
type Member = readonly [string, Tree];

const leaves = fc.oneof(
  fc.constantFrom('true', 'false', 'null', '0', '-0', '1', '1.0', '1e0', '10', '9007199254740993', '1e400'),
  fc.string({ unit: 'binary', maxLength: 3 }).map((text) => JSON.stringify(text)),
);
const names = fc.oneof(
  fc.constantFrom('a', 'b', 'A', '1', '02', '__proto__', 'metadata', 'é'),
  fc.string({ maxLength: 2 }),
);
const trees: fc.Arbitrary<Tree> = fc.letrec<{ tree: Tree; members: Tree }>((tie) => ({
  members: fc
    .uniqueArray(fc.tuple(names, tie('tree')), { selector: ([name]) => name, maxLength: 4 })
    .map((members) => ({ members })),
  tree: fc.oneof(
    { maxDepth: 3 },
    leaves.map((leaf) => ({ leaf })),
    fc.array(tie('tree'), { maxLength: 3 }).map((items) => ({ items })),
    tie('members'),
  ),
})).members;

/** Writes a tree in one of its spellings, by a source of numbers. */
function written(tree: Tree, next: () => number): string {
  const space = () => ['', ' ', '\n', '\t\r'][next() % 4] ?? '';
  if ('leaf' in tree) return tree.leaf.startsWith('"') ? spelled(JSON.parse(tree.leaf) as string, next) : tree.leaf;
  const isList = 'items' in tree;
  const parts = isList
    ? tree.items.map((item) => written(item, next))
    : shuffled(tree.members, next).map(
        ([name, value]) => `${spelled(name, next)}${space()}:${space()}${written(value, next)}`,
      );
  const inside = parts.map((part) => `${space()}${part}${space()}`).join(',');
  return isList ? `[${inside || space()}]` : `{${inside || space()}}`;
}

function shuffled(members: readonly Member[], next: () => number): readonly Member[] {
  return members
    .map((member) => [next(), member] as const)
    .sort(([a], [b]) => a - b)
    .map(([, member]) => member);
}

function spelled(text: string, next: () => number): string {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const units = text.split('').map((unit) => (next() % 3 === 0 ? escaped(unit) : unit));
  // a half of a pair that is escaped alone stands beside the other half, which no UTF-8 can hold
  const isWhole = units.join('').isWellFormed() && !/["\\\p{Cc}]/u.test(text);
  return isWhole ? `"${units.join('')}"` : JSON.stringify(text);
}

/** The members that a request asks with: at the top level null, and empty metadata, ask for nothing. */
function asked(tree: Tree): string {
  if (!('members' in tree)) return JSON.stringify(tree);
  return JSON.stringify(
    tree.members
      .filter(([name, value]) => !isNothing(name, value))
      .map(([name, value]) => [name, sorted(value)])
      .sort(),
  );
}

function isNothing(name: string, value: Tree): boolean {
  return (
    ('leaf' in value && value.leaf === 'null') ||
    (name === 'metadata' && 'members' in value && value.members.length === 0)
  );
}

function sorted(tree: Tree): unknown {
  if ('leaf' in tree) return tree.leaf;
  if ('items' in tree) return tree.items.map(sorted);
  return {
    of: tree.members.map(([name, value]) => [name, sorted(value)] as const).sort(([a], [b]) => (a < b ? -1 : 1)),
  };
}

describe('the canonical form of a body', () => {
  const numbers = fc.infiniteStream(fc.nat());
  const reader = (stream: Iterator<number>) => () => stream.next().value as number;

  test('is equal for every order, white space and escape of one request, and a body of the same kind', () => {
    fc.assert(
      fc.property(trees, numbers, numbers, (tree, one, other) => {
        const [first, second] = [written(tree, reader(one)), written(tree, reader(other))];
        expect(canonicalJson(first)).toBe(canonicalJson(second));
        expect(canonicalJson(canonicalJson(first))).toBe(canonicalJson(first));
        expect(scanJson(canonicalJson(first))).toBeDefined();
      }),
      { numRuns: 3_000 },
    );
  });

  test('differs for any two requests that ask for something else', () => {
    fc.assert(
      fc.property(trees, trees, numbers, (one, other, stream) => {
        const next = reader(stream);
        expect(same(written(one, next), written(other, next))).toBe(asked(one) === asked(other));
      }),
      { numRuns: 3_000 },
    );
  });

  test('differs when one value, name or place of a request changes', () => {
    fc.assert(
      fc.property(trees, numbers, (tree, stream) => {
        const next = reader(stream);
        const other = changed(tree, next);
        expect(same(written(tree, next), written(other, next))).toBe(asked(tree) === asked(other));
      }),
      { numRuns: 3_000 },
    );
  });
});

/** The tree with one change. */
function changed(tree: Tree, next: () => number): Tree {
  if ('leaf' in tree) return { leaf: tree.leaf === '1' ? '1.0' : '1' };
  if ('items' in tree) {
    if (next() % 2 === 0) return { items: tree.items.toReversed() };
    const at = next() % (tree.items.length + 1);
    return { items: tree.items.map((item, index) => (index === at ? changed(item, next) : item)) };
  }
  const at = next() % (tree.members.length + 1);
  if (at === tree.members.length) return { members: tree.members.slice(1) };
  const members = tree.members.map(([name, value], index): Member => {
    if (index !== at) return [name, value];
    return next() % 2 === 0 ? [`${name} other`, value] : [name, changed(value, next)];
  });
  return { members };
}

describe('the digests of a request', () => {
  const digests = (...content: readonly unknown[]) => idempotencyOf({ 'idempotency-key': 'order 7' }, ...content);

  test('have that of the bytes, and that of the canonical form', () => {
    const [one, other] = [digests(Buffer.from('{"a":1,"b":2}')), digests(Buffer.from('{"b":2, "a":1}'))];
    expect(one?.bodyHash).not.toBe(other?.bodyHash);
    expect(one?.contentHash).toBe(other?.contentHash);
  });

  test('take no body for an empty object, and name the ids of the path', () => {
    expect(digests('pi_1', undefined)?.contentHash).toBe(digests('pi_1', Buffer.from(' { } '))?.contentHash);
    expect(digests('pi_1', undefined)?.contentHash).not.toBe(digests('pi_2', undefined)?.contentHash);
    expect(digests('pi_1')?.contentHash).toBe(digests('pi_1')?.bodyHash);
  });
});
