import type { Metafile } from 'esbuild';

type Inputs = Pick<Metafile, 'inputs'>;

/** Where a file's package lies, relative to what the path is relative to; undefined for a file of this repository. */
export function packageFolder(path: string): string | undefined {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0];
}

/**
 * Packages whose entry is in a bundle twice, once for `import` and once for `require`: each would have classes and registries of
 * its own, and `instanceof` fail between them. An entry that only hands on the other one is no copy.
 */
export function packagesTwice({ inputs }: Inputs): readonly string[] {
  const entries = new Map<string, Set<string>>();
  for (const { imports } of Object.values(inputs))
    for (const { path, original = '.', external = false } of imports) {
      const folder = packageFolder(path);
      if (external || original.startsWith('.') || folder === undefined) continue;
      const entry = `${folder} as ${original}`;
      entries.set(entry, (entries.get(entry) ?? new Set()).add(path));
    }
  const handsOn = (from: string, to: string): boolean => inputs[from]?.imports.some(({ path }) => path === to) === true;
  const isOne = (files: readonly string[]): boolean =>
    files.some((from) => files.every((to) => from === to || handsOn(from, to)));
  return [...entries].filter(([, files]) => !isOne([...files])).map(([entry]) => entry);
}
