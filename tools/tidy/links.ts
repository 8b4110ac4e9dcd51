import { dirname, join } from 'node:path';
import type { Finding, SourceFile } from './finding.ts';

const LINK = /\]\(([^)\s#]+)[^)\s]*\)/g;
const CODE = /^ *(`{3,})[^\n]*\n[\s\S]*?^ *\1/gm;
/** Addresses of the web and of a site are no paths of the tree. */
const ELSEWHERE = /^([a-z]+:|\/)/;

/** Links between documents, and from them to code, that lead to no file or folder. */
export function deadLinks(files: readonly SourceFile[]): readonly Finding[] {
  const known = new Set(files.map(({ path }) => path));
  for (const path of known) for (let at = dirname(path); at !== '.'; at = dirname(at)) known.add(at);
  const documents = files.filter(({ path }) => path.endsWith('.md'));
  return documents.flatMap(({ path, text }) =>
    [...text.replace(CODE, '').matchAll(LINK)]
      .map(([, target = '']) => target)
      .filter((target) => !ELSEWHERE.test(target) && !known.has(join(folderOf(path), target).replace(/\/$/, '')))
      .map((target) => ({ path, message: `no file for the link ${target}` })),
  );
}

/** The French guides have the links of the English ones, from whose place they are read. */
const folderOf = (path: string): string => dirname(path).replace(/^docs\/guides\/fr$/, 'docs/guides');
