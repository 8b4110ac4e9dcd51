import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Language, Page, Section } from '../page.ts';

/** The guides in the order in which they are read. */
const START = [
  'payment-links',
  'hosted-page',
  'web-view',
  'quickstart',
  'http-api',
  'install',
  'python',
  'php',
  'local-development',
  'assistants',
] as const;
const GUIDES = [
  'further-tries',
  'mobile-money',
  'tills',
  'phone-numbers',
  'webhooks',
  'refunds',
  'receipts',
  'fees-and-limits',
  'balance',
  'payouts',
  'payout-batches',
  'wallets',
  'errors',
  'idempotency',
  'test-mode',
  'account',
  'going-live',
] as const;
const REFERENCE = ['versions', 'changelog'] as const;
const CLIENTS = {
  node: 'sdk-node',
  browser: 'sdk-browser',
  react: 'sdk-react',
  python: 'sdk-python',
  php: 'sdk-php',
  cli: 'cli',
} as const;

/** The guides, the clients, and the English pages of errors and events: files of the repository. */
export function filePages(root: string, language: Language): readonly Page[] {
  const guide = (section: Section) => (name: string) => {
    return filePage(root, { path: `guides/${name}`, source: `docs/guides/${name}.md`, section, language });
  };
  return [
    filePage(root, { path: 'index', source: 'docs/guides/README.md', section: 'start', language }),
    ...START.map(guide('start')),
    ...GUIDES.map(guide('guides')),
    ...REFERENCE.map(guide('reference')),
    filePage(root, { path: 'reference/last-run', source: 'docs/contract/last-run.md', section: 'reference', language }),
    ...Object.entries(CLIENTS).map(([name, folder]) => {
      return filePage(root, {
        path: `clients/${name}`,
        source: `libs/${folder}/README.md`,
        section: 'clients',
        language,
      });
    }),
  ];
}

/** A file in the page's language: the French text of `docs/guides/a.md` is `docs/guides/fr/a.md`. The English one where there is none. */
export function filePage(root: string, page: Omit<Page, 'parts'>): Page {
  const french = page.source.replace(/^docs\/(\w+)\//, 'docs/$1/fr/');
  const isTranslated = page.language === 'fr' && french !== page.source && existsSync(join(root, french));
  const text = readFileSync(join(root, isTranslated ? french : page.source), 'utf8');
  return { ...page, parts: [{ text, language: isTranslated ? 'fr' : 'en' }] };
}

/** The names of the Markdown files of a folder of docs, without its README. */
export function namesIn(root: string, folder: string): readonly string[] {
  return readdirSync(join(root, folder))
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .map((file) => basename(file, '.md'));
}
