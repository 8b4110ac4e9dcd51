import type { Checker, PayloadClass } from '@paygate/contracts';
import { compileChecker, schemaOf } from '@paygate/contracts';
import { BodyFault } from './json/read-body.js';

const INTEGER = /^(0|-?[1-9][0-9]{0,8})$/;

/** Reads the queries of one operation. Made once: it compiles the checker. */
export class QueryReader<Query extends object> {
  private readonly check: Checker;
  private readonly integers: ReadonlySet<string>;

  constructor(cls: PayloadClass<Query>) {
    this.check = compileChecker(cls);
    const integers = schemaOf(cls).fields.filter(({ value }) => value.kind === 'integer');
    this.integers = new Set(integers.map(({ name }) => name));
  }

  /** Throws a {@link BodyFault}: `parameter_invalid` or `parameter_unknown`. A parameter that stands twice is invalid. */
  read(query: unknown): Query {
    const given = Object.entries(query as Readonly<Record<string, unknown>>);
    const value = Object.fromEntries(given.map(([name, text]) => [name, this.valueOf(name, text)]));
    const [first, ...more] = this.check(value);
    if (first !== undefined) throw new BodyFault([first, ...more]);
    return value as Query;
  }

  private valueOf(name: string, text: unknown): unknown {
    return this.integers.has(name) && typeof text === 'string' && INTEGER.test(text) ? Number(text) : text;
  }
}
