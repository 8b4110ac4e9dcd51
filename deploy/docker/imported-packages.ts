import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { repositoryRoot } from '../local/paths.ts';

/** Imports that exist at run time, without type imports. */
const IMPORT = /^(?:import|export) (?!type )(?:[^'"`=]*? from )?'([^']+)'|\bimport\('([^']+)'\)/gm;

/** The imports of programs, direct or through each other: files of this repository, the programs among them, and packages. */
export interface Imported {
  /** Paths from the root of the repository, as those of the programs are. */
  readonly files: readonly string[];
  readonly packages: ReadonlySet<string>;
}

export function importedBy(programs: readonly string[]): Imported {
  const packages = new Set<string>();
  const files = new Set(programs.map((path) => join(repositoryRoot, path)));
  for (const file of files)
    for (const [, first, specifier = first ?? ''] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      const source = sourceOf(specifier, file);
      if (source !== undefined) files.add(source);
      else if (!specifier.startsWith('node:')) packages.add(packageOf(specifier));
    }
  return { files: [...files].map((file) => relative(repositoryRoot, file)), packages };
}

function sourceOf(specifier: string, from: string): string | undefined {
  const [, library, folder = ''] = /^@paygate\/([^/]+)\/?(.*)$/.exec(specifier) ?? [];
  if (library !== undefined) return join(repositoryRoot, 'libs', library, 'src', folder, 'index.ts');
  if (!specifier.startsWith('.')) return undefined;
  const path = join(dirname(from), specifier);
  const sources = [path, path.replace(/\.js$/, '.ts'), path.replace(/\.js$/, '.tsx')];
  return sources.find((source) => existsSync(source)) ?? path;
}

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}
