import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { Injectable } from '@nestjs/common';
import { walletCurrencies } from '@paygate/contracts';
import { GatewayConfig } from '../../config.js';
import type { StoredFile } from '../../edge/answers.js';
import { storedFile } from '../../edge/answers.js';

const mediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
};
const PAGE = 'index.html';
const ROUTES = 'routes.json';
const ASSETS = 'assets/';
/** The files that a phone reads to install the app, and the worker that shows notices; their names stay. */
const INSTALLED = /^(?:[a-z0-9-]+\.(?:png|webmanifest)|push-worker\.js)$/;

/** A file of the dashboard. */
export interface DashboardFile {
  readonly file: StoredFile;
  /** Its name has the hash of its content, so it never changes. */
  readonly isImmutable: boolean;
}

/** The files that apps/dashboard has built, in memory, so that no path of a request reaches the file system: one page for every path of its routes, and what the page loads. */
@Injectable()
export class DashboardFiles {
  private readonly files: ReadonlyMap<string, StoredFile>;
  private readonly routes: readonly RegExp[];

  constructor(config: GatewayConfig) {
    const { DASHBOARD_FOLDER } = config;
    this.files = filesIn(DASHBOARD_FOLDER, { support: config.SUPPORT_URL ?? '', currencies: currenciesOf(config) });
    this.routes = routesIn(join(DASHBOARD_FOLDER, ROUTES));
  }

  /** The page of every route; undefined when nothing is built. */
  get page(): DashboardFile | undefined {
    const file = this.files.get(PAGE);
    return file && { file, isImmutable: false };
  }

  /** The file of a path below /dashboard; undefined when there is none. */
  find(path: string): DashboardFile | undefined {
    const isPage = this.routes.some((route) => route.test(`/${path}`));
    const name = isPage ? PAGE : path;
    const isImmutable = name.startsWith(ASSETS);
    const file = isPage || isImmutable || INSTALLED.test(name) ? this.files.get(name) : undefined;
    return file === undefined ? undefined : { file, isImmutable };
  }
}

/** Facts of the installation, in a `meta` element each, where the app reads them. */
type Facts = Readonly<Record<'support' | 'currencies', string>>;

/** The currencies of the operators that the docs name, and of test wallets. */
function currenciesOf({ DOCS_LIVE_OPERATORS, DOCS_TEST_OPERATORS }: GatewayConfig): string {
  const collected = [...DOCS_LIVE_OPERATORS, ...DOCS_TEST_OPERATORS].flatMap((each) => each.split(':').slice(1));
  return [...new Set([...walletCurrencies, ...collected])].join();
}

function filesIn(folder: string, facts: Facts): ReadonlyMap<string, StoredFile> {
  if (!existsSync(folder)) return new Map();
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && extname(entry.name) in mediaTypes)
    .map((entry) => join(entry.parentPath, entry.name));
  const files = new Map(paths.map((path) => [relative(folder, path), fileAt(path)]));
  const page = files.get(PAGE);
  if (page !== undefined) files.set(PAGE, withFacts(page, facts));
  return files;
}

function fileAt(path: string): StoredFile {
  return storedFile(mediaTypes[extname(path)] ?? '', readFileSync(path), readFileSync(`${path}.gz`));
}

function withFacts({ mediaType, bytes }: StoredFile, facts: Facts): StoredFile {
  const page = Object.entries(facts).reduce(
    (text, [name, fact]) => text.replace(`<meta name="${name}" content="`, (before) => before + fact),
    bytes.toString(),
  );
  return storedFile(mediaType, Buffer.from(page));
}

/** The routes of the dashboard, such as `/payments/$id`. */
function routesIn(path: string): readonly RegExp[] {
  if (!existsSync(path)) return [];
  const routes = JSON.parse(readFileSync(path, 'utf8')) as readonly string[];
  return routes.map((route) => new RegExp(`^${route.replaceAll(/\$\w+/g, '[^/]+')}$`));
}
