import type { Page } from 'playwright-core';
import { measure } from './measure.js';

/** The widths at which pages are judged, in CSS px: the smallest phones, those of most shops, a desk. */
export const WIDTHS = [320, 360, 1_280] as const;

/** What stands in one column: each child below the one before. Cards of a list do so on a narrow screen. */
const COLUMNS = ['dialog > div', 'dialog nav', 'main', '#main > div:only-child'];
const NARROW_COLUMNS = [...COLUMNS, 'tbody'];

/**
 * The faults of an open page in each width, as sentences: texts and controls that cover one another, a column that is broken, a button
 * of more than two lines, and what reaches beyond the window. It judges the open dialog where there is one, and leaves the page in the
 * last of the widths.
 */
export async function boxFaults(page: Page, widths: readonly number[] = WIDTHS): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 900 ? 740 : 900 });
    const found = await page.evaluate(measure, width < 900 ? NARROW_COLUMNS : COLUMNS);
    faults.push(...found.map((fault) => `${String(width)} px: ${fault}`));
  }
  return faults;
}
