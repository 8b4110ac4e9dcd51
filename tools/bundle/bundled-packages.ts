import type { Metafile } from 'esbuild';

type Inputs = Pick<Metafile, 'inputs'>;

/** The folder of a file's package, or undefined for a file of this repository. */
export function packageFolder(path: string): string | undefined {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0];
}

/**
 * Packages that are in a bundle twice, once for `import` and once for `require`. Each copy would have its own classes and
 * registries, and `instanceof` would fail between them. An entry that only re-exports the other one is not a copy.
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
  const reExports = (from: string, to: string): boolean =>
    inputs[from]?.imports.some(({ path }) => path === to) === true;
  const isOne = (files: readonly string[]): boolean =>
    files.some((from) => files.every((to) => from === to || reExports(from, to)));
  return [...entries].filter(([, files]) => !isOne([...files])).map(([entry]) => entry);
}
