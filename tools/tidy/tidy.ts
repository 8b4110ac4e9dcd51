/**
 * Checks what lint cannot: which files may exist, where, and what no file may contain. Run with `npm run tidy`. Each rule is a pure
 * function over the tracked files, so that its specs can test bad trees.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { againstArrows } from './arrows.ts';
import type { Finding, SourceFile } from './finding.ts';
import { frenchSpaces } from './french.ts';
import { deadLinks } from './links.ts';
import { roomLoops } from './rooms.ts';

type Rule = (file: SourceFile) => string | undefined;

const VAGUE_FOLDERS = /(^|\/)(common|shared|utils?|helpers?|core|types|misc)\//;
const VAGUE_NAMES = /(manager|helpers?|utils?|impl)\.ts$/i;
const ONE_CONFIGURATION =
  /(^|\/)(eslint\.config\.\w+|jest\.config\.\w+|\.prettierrc.*|\.swcrc|tsconfig(\.\w+)?\.json|nx\.json)$/;
/** A project's tsconfig.json says which files it has; every compiler option is in tsconfig.base.json. */
const PROJECT_FILES = /^((apps|libs)\/[^/]+|tools|deploy)\/tsconfig\.json$/;
/** Each is a project of its own, as a merchant would have it. */
const EXAMPLES = 'examples/';
const BUILD_OUTPUT = /(^|\/)(node_modules|dist|coverage|\.local|\.nx)\/|\.tsbuildinfo$/;
const DEVELOPER_SOURCES = /\.(ts|tsx|mjs|sql|sh)$/;
const QUERIES = /^(apps|libs)\/.*\.ts$/;
const MAX_SOURCE_LINES = 300;
/** Sources that `npm run docs` writes. */
const GENERATED_SOURCES = 'libs/api-types/';
const CODE_FOLDERS = /^(apps|libs|tools|deploy)\//;
const MAX_FILES_IN_FOLDER = 20;
/** A class for each group of operations, which `npm run docs` writes: their number follows from the API. */
const GENERATED_FOLDER = 'libs/sdk-php/src/Api/';

/** Written in pieces, so that the rule does not find itself. */
const LOOSE_END = new RegExp(['TO' + 'DO', 'FIX' + 'ME', 'X' + 'XX'].map((word) => `\\b${word}\\b`).join('|'));
const SKIPPED_TEST = /\b(describe|it|test)\.(skip|only|todo)\(|\b(xit|xdescribe|fit|fdescribe)\(/;
const SUPPRESSION = /@ts-ignore|@ts-nocheck|eslint-disable(?!-next-line [\w@/-]+ --)/;
/** Within one literal. Under a join such a sub-select may run once for each row of the other side and exceed its limit. */
const LIMITED_IN = /\bIN\s*\(\s*SELECT\b(?:[^`;()]|\([^`;()]*\))*\bLIMIT\b/;
const LIMITED_DELETE = /\bDELETE FROM\b(?:(?!SKIP LOCKED)[^`;])*\bLIMIT\b(?:(?!SKIP LOCKED)[^`;])*[`;]/;
/** Product code, whose modules all spec files of a worker share. */
const PRODUCT = /^(apps|libs)\/(?!e2e\/|testing\/|.*(\/test\/|\.spec\.tsx?$)).*\.tsx?$/;
const MODULE_STATE =
  /^(export )?(let |const \w+(: [^=\n]+)? = (new (Map|Set|WeakMap|WeakSet)(<[^\n]*>)?\(\)|\[\]|\{\});)/m;
/** State of a module that is meant: caches of what never changes, and what a page or a process has once. */
const LISTED_STATE = new Set([
  'apps/charging/src/failpoints.ts',
  'apps/dashboard/src/api/acting.ts',
  'apps/dashboard/src/api/ended.ts',
  'apps/dashboard/src/i18n/language.tsx',
  'apps/dashboard/src/ui/theme.ts',
  'libs/contracts/src/schema/declarations.ts',
  'libs/contracts/src/schema/read-schema.ts',
  'libs/messaging/src/local/local-messages.ts',
  'libs/platform/src/errors/source-positions.ts',
  'libs/sdk-react/src/load-paygate.ts',
  'libs/sdk-react/src/paygate-provider.tsx',
  'libs/sdk-react/src/use-wallet.ts',
]);
/** Written in pieces, as above. */
const MODULE_MOCK = new RegExp(`\\bjest\\.(${['mo' + 'ck', 'do' + 'Mock', 'unstable_' + 'mockModule'].join('|')})\\(`);
const REGISTRY = /registry\.npmjs|repo1?\.maven|pypi\.org|deb\.debian|proxy\.golang/;

const rules: readonly Rule[] = [
  ({ path }) => (BUILD_OUTPUT.test(path) ? 'build output and local data are never tracked' : undefined),
  ({ path }) => (VAGUE_FOLDERS.test(path) ? 'a folder is named for what it holds' : undefined),
  ({ path }) => (VAGUE_NAMES.test(path) ? 'a file is named for what it does' : undefined),
  ({ path }) =>
    ONE_CONFIGURATION.test(path) && path.includes('/') && !PROJECT_FILES.test(path) && !path.startsWith(EXAMPLES)
      ? 'there is one configuration of each tool, at the root'
      : undefined,
  ({ path, text }) =>
    PROJECT_FILES.test(path) && text.includes('compilerOptions')
      ? 'compiler options are in tsconfig.base.json, the same for all'
      : undefined,
  ({ path }) => (/^apps\/[^/]+\/src\/.*index\.ts$/.test(path) ? 'no barrel inside an app' : undefined),
  ({ path, text }) =>
    DEVELOPER_SOURCES.test(path) && LOOSE_END.test(text)
      ? 'loose ends are finished or recorded, not left in the code'
      : undefined,
  ({ path, text }) =>
    path.endsWith('.spec.ts') && SKIPPED_TEST.test(text) ? 'a test runs or does not exist' : undefined,
  ({ path, text }) =>
    path.endsWith('.spec.ts') && MODULE_MOCK.test(text)
      ? 'modules are shared by all spec files of a worker and are not replaced'
      : undefined,
  ({ path, text }) =>
    PRODUCT.test(path) && !LISTED_STATE.has(path) && MODULE_STATE.test(text)
      ? 'a module keeps no state: it belongs to an object, or to the list of caches in tools/tidy'
      : undefined,
  ({ path, text }) =>
    DEVELOPER_SOURCES.test(path) && !path.startsWith('tools/tidy/') && SUPPRESSION.test(text)
      ? 'a rule is switched off for one line and with its reason, or not at all'
      : undefined,
  ({ path, text }) =>
    QUERIES.test(path) && LIMITED_IN.test(text)
      ? 'a sub-select with a LIMIT is an array, `= ANY (ARRAY (SELECT …))`, because a set may be evaluated several times'
      : undefined,
  ({ path, text }) =>
    QUERIES.test(path) && LIMITED_DELETE.test(text)
      ? 'rows that are deleted in batches are locked with SKIP LOCKED first, so that no statement waits for old rows'
      : undefined,
  ({ path, text }) =>
    path !== 'tools/tidy/tidy.ts' && REGISTRY.test(text) ? 'no file names a package registry' : undefined,
  ({ path, text }) =>
    path.endsWith('package-lock.json') && text.includes('"resolved": "http')
      ? 'the lockfile carries no download addresses'
      : undefined,
  ({ path, text }) =>
    DEVELOPER_SOURCES.test(path) &&
    !path.startsWith(GENERATED_SOURCES) &&
    text.split('\n').length > MAX_SOURCE_LINES + 1
      ? `a source file has at most ${MAX_SOURCE_LINES} lines`
      : undefined,
  ({ path, text }) =>
    /\.(ts|tsx|mjs|md|yml|yaml|json|sh)$/.test(path) &&
    path !== 'package-lock.json' &&
    /(^|[\s"'`(])\/(work|root|home)\/\w/.test(text)
      ? 'no path of somebody’s machine'
      : undefined,
  ({ path, text }) =>
    /^apps\/[^/]+\/src\/main\.ts$/.test(path) &&
    text.split('\n').filter((line) => line !== '' && !line.startsWith('import')).length > 4
      ? 'main.ts only calls runService; what is common lives in libs/platform'
      : undefined,
];

/** Every finding over `files`. */
export function tidy(files: readonly SourceFile[]): readonly Finding[] {
  const findings = files.flatMap((file) =>
    rules.flatMap((rule) => {
      const message = rule(file);
      return message === undefined ? [] : [{ path: file.path, message }];
    }),
  );
  const ofAll = [crowdedFolders, roomLoops, againstArrows, frenchSpaces, deadLinks];
  return [...findings, ...ofAll.flatMap((rule) => rule(files))];
}

function crowdedFolders(files: readonly SourceFile[]): readonly Finding[] {
  const folders = Map.groupBy(
    files.filter(({ path }) => CODE_FOLDERS.test(path) && !path.startsWith(GENERATED_FOLDER)),
    ({ path }) => dirname(path),
  );
  return [...folders]
    .filter(([, members]) => members.length > MAX_FILES_IN_FOLDER)
    .map(([path, { length }]) => ({
      path,
      message: `a folder has at most ${MAX_FILES_IN_FOLDER} files directly in it, not ${length}`,
    }));
}

function trackedFiles(): readonly SourceFile[] {
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  });
  return list
    .split('\0')
    .filter((path) => path !== '')
    .flatMap((path) => {
      try {
        return [{ path, text: readFileSync(path, 'utf8') }];
      } catch {
        return []; // deleted in the working tree
      }
    });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const files = trackedFiles();
  const findings = tidy(files);
  for (const { path, message } of findings) console.error(`${path}: ${message}`);
  console.log(`tidy: ${files.length} files, ${findings.length} findings`);
  process.exitCode = findings.length === 0 ? 0 : 1;
}
