import type { Checker, Fault, PayloadClass } from '@paygate/contracts';
import { compileChecker, isListOfPairs, schemaOf, shownName } from '@paygate/contracts';
import { BodyFault } from './read-body.js';

const INTEGER = /^(0|-?[1-9][0-9]{0,8})$/;

/** A parameter `name[key]=value`, under the name as it was written. */
interface Pair {
  readonly written: string;
  readonly key: string;
  readonly value: unknown;
}

/** Reads the queries of one operation. Made once: it compiles the checker. */
export class QueryReader<Query extends object> {
  private readonly check: Checker;
  private readonly integers: ReadonlySet<string>;
  private readonly pairs: ReadonlySet<string>;

  constructor(cls: PayloadClass<Query>) {
    this.check = compileChecker(cls);
    const { fields } = schemaOf(cls);
    this.integers = new Set(fields.filter(({ value }) => value.kind === 'integer').map(({ name }) => name));
    this.pairs = new Set(fields.filter(({ value }) => isListOfPairs(value)).map(({ name }) => name));
  }

  /**
   * Parameters `name[key]=value` of a name that takes pairs become the list of them. Throws a {@link BodyFault}:
   * `parameter_invalid` or `parameter_unknown`. A parameter that stands twice is invalid.
   */
  read(query: unknown): Query {
    const given = Object.entries(query as Readonly<Record<string, unknown>>);
    const byList = Map.groupBy(given, ([name]) => this.listOf(name));
    const plain = byList.get(undefined) ?? [];
    byList.delete(undefined);
    const lists = new Map([...byList].map(([name = '', members]) => [name, members.map(pairOf)]));
    const value = Object.fromEntries([
      ...[...lists].map(
        ([name, pairs]) => [name, pairs.map(({ key, value: text }) => ({ key, value: text }))] as const,
      ),
      ...plain.map(([name, text]) => [name, this.valueOf(name, text)] as const),
    ]);
    const [first, ...more] = this.check(value).map((fault) => asWritten(fault, lists));
    if (first !== undefined) throw new BodyFault([first, ...more]);
    return value as Query;
  }

  /** The list that a parameter is a pair of. */
  private listOf(name: string): string | undefined {
    const end = name.indexOf('[');
    return end > 0 && this.pairs.has(name.slice(0, end)) ? name.slice(0, end) : undefined;
  }

  private valueOf(name: string, text: unknown): unknown {
    return this.integers.has(name) && typeof text === 'string' && INTEGER.test(text) ? Number(text) : text;
  }
}

/** What is not closed keeps its bracket, which no key may have. */
function pairOf([written, value]: readonly [string, unknown]): Pair {
  const start = written.indexOf('[');
  return { written, key: written.endsWith(']') ? written.slice(start + 1, -1) : written.slice(start), value };
}

/** A fault of a pair names the parameter that the caller wrote. */
function asWritten(fault: Fault, lists: ReadonlyMap<string, readonly Pair[]>): Fault {
  const [list = '', index] = fault.param.split('.');
  const isOfPair = index !== undefined && fault.code !== 'parameter_unknown';
  const pair = isOfPair ? lists.get(list)?.[Number(index)] : undefined;
  return pair === undefined ? fault : { ...fault, param: shownName(pair.written) };
}
