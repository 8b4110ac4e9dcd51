import { slug } from './html/slug.ts';
import { titleOf } from './llms.ts';
import type { Page } from './page.ts';
import { addressOf } from './page.ts';

/** A place that a search can find: a page, or a section of a guide. */
export interface SearchEntry {
  readonly address: string;
  readonly title: string;
  /** The title of its page. */
  readonly page: string;
  readonly text: string;
}

const TEXT_MAX_CHARACTERS = 360;

/** The entries of a language. A guide has one for each of its sections, a page of the reference one in all. */
export function searchIndex(all: readonly Page[]): readonly SearchEntry[] {
  return all.flatMap((page) => {
    const title = titleOf(page);
    const text = page.parts.map((part) => part.text).join('\n');
    if (page.section === 'errors' || page.section === 'events' || page.section === 'api')
      return [{ address: addressOf(page), title, page: title, text: plain(text.replace(/^# .*$/m, '')) }];
    return text.split(/^(?=##? )/m).map((section) => {
      const [heading = '', ...lines] = section.split('\n');
      const name = heading.replace(/^#+ /, '').replaceAll('`', '');
      const anchor = heading.startsWith('## ') ? `#${slug(name)}` : '';
      return { address: addressOf(page) + anchor, title: name, page: title, text: plain(lines.join('\n')) };
    });
  });
}

function plain(text: string): string {
  return text
    .replaceAll(/^```[^]*?^```$/gm, ' ')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[|*`#>]|-{3,}/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, TEXT_MAX_CHARACTERS);
}
