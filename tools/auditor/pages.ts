import type { Violation } from './violation.js';

export interface Looked {
  readonly looked: number;
  readonly violations: readonly Violation[];
}

const ROWS_OF_A_PAGE = 1_000;

/** Goes through rows in the order of their ids, a page at a time: memory stays bounded however many there are. */
export async function byPages<Row extends { readonly id: string }>(
  read: (after: string, limit: number) => Promise<readonly Row[]>,
  judge: (page: readonly Row[]) => Promise<readonly Violation[]>,
): Promise<Looked> {
  const violations: Violation[] = [];
  let looked = 0;
  for (let after: string | undefined = ''; after !== undefined;) {
    const page: readonly Row[] = await read(after, ROWS_OF_A_PAGE);
    violations.push(...(await judge(page)));
    looked += page.length;
    after = page.length < ROWS_OF_A_PAGE ? undefined : page.at(-1)?.id;
  }
  return { looked, violations };
}
