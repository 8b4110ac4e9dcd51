import type { Violation } from './violation.js';

export interface Checked {
  readonly checked: number;
  readonly violations: readonly Violation[];
}

const ROWS_OF_A_PAGE = 1_000;

/** Reads rows in the order of their ids, a page at a time, so that memory stays bounded. */
export async function byPages<Row extends { readonly id: string }>(
  read: (after: string, limit: number) => Promise<readonly Row[]>,
  judge: (page: readonly Row[]) => Promise<readonly Violation[]>,
): Promise<Checked> {
  const violations: Violation[] = [];
  let checked = 0;
  for (let after: string | undefined = ''; after !== undefined;) {
    const page: readonly Row[] = await read(after, ROWS_OF_A_PAGE);
    violations.push(...(await judge(page)));
    checked += page.length;
    after = page.length < ROWS_OF_A_PAGE ? undefined : page.at(-1)?.id;
  }
  return { checked, violations };
}
