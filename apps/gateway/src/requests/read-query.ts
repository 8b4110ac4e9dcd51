import type { Checker, Fault, PayloadClass, ValueSchema } from '@paygate/contracts';
import { compileChecker, isListOfPairs, MAX_FAULTS, schemaOf, shownName } from '@paygate/contracts';

const INTEGER = /^(0|-?[1-9][0-9]{0,8})$/;

/** A parameter `name[key]=value`, under the name as it was written. */
interface Pair {
  readonly written: string;
  readonly key: string;
  readonly value: unknown;
}

/** A query and its faults. */
export interface ReadQuery {
  readonly value: Readonly<Record<string, unknown>>;
  readonly faults: readonly Fault[];
}

/** Reads the queries of one operation. Made once: it compiles the checker. */
export class QueryReader {
  private readonly check: Checker;
  private readonly integers: ReadonlySet<string>;
  private readonly pairs: ReadonlySet<string>;
  private readonly texts: ReadonlySet<string>;

  /** Without a class every parameter is unknown. */
  constructor(cls: PayloadClass<object> | undefined) {
    this.check = cls === undefined ? noParameters : compileChecker(cls);
    const fields = cls === undefined ? [] : schemaOf(cls).fields;
    this.integers = new Set(fields.filter(({ value }) => value.kind === 'integer').map(({ name }) => name));
    this.pairs = new Set(fields.filter(({ value }) => isListOfPairs(value)).map(({ name }) => name));
    this.texts = new Set(fields.filter(({ value }) => isListOfTexts(value)).map(({ name }) => name));
  }

  /**
   * Parameters `name[key]=value` become a list of pairs where the field is one, and `name=a&name=b` or `name[]=a&name[]=b` a list of
   * texts. Any other repeated parameter is invalid.
   */
  read(query: unknown): ReadQuery {
    const given = Object.entries(query as Readonly<Record<string, unknown>>);
    const byList = Map.groupBy(given, ([name]) => this.listOf(name));
    const plain = this.withTexts(byList.get(undefined) ?? []);
    byList.delete(undefined);
    const lists = new Map([...byList].map(([name = '', members]) => [name, members.map(pairOf)]));
    const value = Object.fromEntries([
      ...[...lists].map(
        ([name, pairs]) => [name, pairs.map(({ key, value: text }) => ({ key, value: text }))] as const,
      ),
      ...plain.map(([name, text]) => [name, this.valueOf(name, text)] as const),
    ]);
    return { value, faults: this.check(value).map((fault) => this.plainly(asWritten(fault, lists))) };
  }

  /** The list to which a parameter belongs as a pair. */
  private listOf(name: string): string | undefined {
    const end = name.indexOf('[');
    return end > 0 && this.pairs.has(name.slice(0, end)) ? name.slice(0, end) : undefined;
  }

  /** The values of each list of texts under its one name. */
  private withTexts(given: readonly (readonly [string, unknown])[]): readonly (readonly [string, unknown])[] {
    const textsOf = (name: string): string | undefined =>
      [name, name.replace(/\[\]$/, '')].find((field) => this.texts.has(field));
    const [others = [], lists = []] = [false, true].map((isList) =>
      given.filter(([name]) => (textsOf(name) !== undefined) === isList),
    );
    const byName = Map.groupBy(lists, ([name]) => textsOf(name) ?? name);
    return [...others, ...[...byName].map(([name, values]) => [name, values.flatMap(([, value]) => value)] as const)];
  }

  /** A fault of one text is that of its parameter. */
  private plainly(fault: Fault): Fault {
    const [name = ''] = fault.param.split('.');
    return this.texts.has(name) ? { ...fault, param: name } : fault;
  }

  private valueOf(name: string, text: unknown): unknown {
    return this.integers.has(name) && typeof text === 'string' && INTEGER.test(text) ? Number(text) : text;
  }
}

function isListOfTexts(schema: ValueSchema): boolean {
  return schema.kind === 'array' && schema.items.kind === 'text';
}

/** A key without a closing bracket keeps the opening one, which makes it invalid. */
function pairOf([written, value]: readonly [string, unknown]): Pair {
  const start = written.indexOf('[');
  return { written, key: written.endsWith(']') ? written.slice(start + 1, -1) : written.slice(start), value };
}

function noParameters(query: unknown): readonly Fault[] {
  const names = Object.keys(query as object).slice(0, MAX_FAULTS);
  return names.map((name) => ({ param: shownName(name), code: 'parameter_unknown', detail: '' }));
}

/** A fault of a pair names the parameter that the caller wrote. An unknown name may be empty. */
function asWritten(fault: Fault, lists: ReadonlyMap<string, readonly Pair[]>): Fault {
  if (fault.code === 'parameter_unknown')
    return {
      ...fault,
      param: fault.param === '' ? '(empty)' : fault.param,
      detail: 'is not a query parameter of this operation',
    };
  const [list = '', index] = fault.param.split('.');
  const pair = index === undefined ? undefined : lists.get(list)?.[Number(index)];
  return pair === undefined ? fault : { ...fault, param: shownName(pair.written) };
}
