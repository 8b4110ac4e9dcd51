/**
 * The differences of overlays from production's rendering, in `rendered/differences`. `render.sh` pipes the rendering of an overlay through
 * this program, which prints its difference.
 */
import { deepStrictEqual } from 'node:assert';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';
import { Document, parse, parseAllDocuments, visit } from 'yaml';

interface Named {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

/** Objects are named `kind/name`, without the hash that may end the name. */
export interface Difference<Object> {
  /** The namespace of the objects that have one. */
  readonly namespace: string;
  readonly removed: readonly string[];
  /** Values by their JSON pointers (RFC 6901) in an object; null where the overlay has none. */
  readonly changed: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly added: readonly Object[];
}

type Fields = Readonly<Record<string, unknown>>;

/** The hashes of Kustomize and of job-names.ts. */
const HASH = /-[0-9a-hkmt]{10}$/;
const LINE_CHARACTERS = 100;

export function differenceOf<Object extends Named>(from: readonly Object[], to: readonly Object[]): Difference<Object> {
  const namespace = to.find(({ kind }) => kind === 'Namespace')?.metadata.name ?? '';
  const [before, after] = [byKey(inNamespace(from, namespace)), byKey(to)];
  const changes = [...after].map(([key, object]) => [key, changesOf(before.get(key), object)] as const);
  return {
    namespace,
    removed: [...before.keys()].filter((key) => !after.has(key)),
    changed: Object.fromEntries(
      changes
        .filter(([key, { length }]) => before.has(key) && length > 0)
        .map(([key, all]) => [key, Object.fromEntries(all)]),
    ),
    added: [...after].filter(([key]) => !before.has(key)).map(([, object]) => object),
  };
}

/**
 * The objects that differ from `from` by this difference.
 *
 * @throws an Error when it names an object that `from` lacks
 */
export function withDifference<Object extends Named>(
  from: readonly Object[],
  { namespace, removed, changed, added }: Difference<Object>,
): Object[] {
  const before = byKey(inNamespace(from, namespace));
  const missing = [...removed, ...Object.keys(changed)].filter((key) => !before.has(key));
  if (missing.length > 0) throw new Error(`production has no ${missing.join(', ')}: run deploy/k8s/render.sh`);
  const kept = [...before].filter(([key]) => !removed.includes(key));
  return [...kept.map(([key, object]) => Object.entries(changed[key] ?? {}).reduce(withChange, object)), ...added];
}

function inNamespace<Object extends Named>(objects: readonly Object[], namespace: string): Object[] {
  return objects.map((object) =>
    object.metadata.namespace === undefined ? object : withChange(object, ['/metadata/namespace', namespace]),
  );
}

function byKey<Object extends Named>(objects: readonly Object[]): Map<string, Object> {
  const map = new Map(objects.map((object) => [`${object.kind}/${object.metadata.name.replace(HASH, '')}`, object]));
  if (map.size < objects.length) throw new Error('two objects of a kind have the same name');
  return map;
}

function changesOf(before: unknown, after: unknown, pointer = ''): (readonly [pointer: string, value: unknown])[] {
  if (isDeepStrictEqual(before, after)) return [];
  if (!isFields(before) || !isFields(after) || lengthOf(before) !== lengthOf(after)) return [[pointer, after ?? null]];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
    changesOf(before[key], after[key], `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  );
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

function lengthOf(fields: Fields): number | undefined {
  return Array.isArray(fields) ? fields.length : undefined;
}

function withChange<Object>(object: Object, [pointer, value]: readonly [string, unknown]): Object {
  const steps = pointer.split('/').slice(1);
  return withValue(
    object,
    steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~')),
    value,
  ) as Object;
}

function withValue(object: unknown, [step, ...rest]: readonly string[], value: unknown): unknown {
  if (step === undefined) return value;
  if (Array.isArray(object))
    return object.map((item: unknown, index) => (String(index) === step ? withValue(item, rest, value) : item));
  const fields = { ...(object as Fields), [step]: withValue((object as Fields)[step], rest, value) };
  // sorted as Kustomize does it: the hash in the name of a Job depends on the order
  const sorted = Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(sorted.filter(([, field]) => field !== null));
}

/** YAML in which a short list or object of scalars takes one line. */
function written(difference: Fields): string {
  const document = new Document(difference, { aliasDuplicateObjects: false });
  visit(document, {
    Collection(_, node) {
      const contents = node.toJS(document) as Fields;
      node.flow = !Object.values(contents).some(isFields) && JSON.stringify(contents).length < LINE_CHARACTERS;
    },
  });
  return document.toString({ lineWidth: 0 });
}

if (import.meta.main) {
  const objectsIn = (yaml: string): Named[] => parseAllDocuments(yaml).map((document) => document.toJS() as Named);
  const production = objectsIn(readFileSync(join(import.meta.dirname, 'rendered/production.yaml'), 'utf8'));
  const overlay = objectsIn(await text(process.stdin));
  const difference = written({ ...differenceOf(production, overlay) });
  deepStrictEqual(byKey(withDifference(production, parse(difference) as Difference<Named>)), byKey(overlay));
  process.stdout.write(difference);
}
