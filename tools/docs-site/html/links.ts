import { posix } from 'node:path';
import type { Page } from '../page.ts';
import { addressOf } from '../page.ts';

type Source = Pick<Page, 'source' | 'language'>;

/** The page of a relative link; undefined for a file that is no page. `/docs/…` stays in the page's language. */
export function targetOf(href: string, page: Source, all: readonly Page[]): string | undefined {
  const [, docs, anchorOfDocs = ''] = /^\/docs\/?([^#]*)(#.*)?$/.exec(href) ?? [];
  if (docs !== undefined)
    return /\.\w+$/.test(docs) ? href : addressOf({ ...page, path: docs || 'index' }) + anchorOfDocs;
  if (href.startsWith('/')) return href;
  const [path = '', anchor] = href.split('#');
  const source = path === '' ? page.source : repositoryPath(path, page);
  const ofFile = (each: Page): boolean => each.source === source || each.source === posix.join(source, 'README.md');
  const target = all.find((each) => each.language === page.language && ofFile(each));
  if (target === undefined) return undefined;
  return anchor === undefined ? addressOf(target) : `${addressOf(target)}#${anchor}`;
}

export function repositoryPath(href: string, { source }: Pick<Page, 'source'>): string {
  return posix.join(posix.dirname(source), href);
}
