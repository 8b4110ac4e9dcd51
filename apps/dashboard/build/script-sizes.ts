import type { Manifest } from 'vite';

/** Script that a browser loads before a page shows anything: the page's module, the entry, a language, and what they import. */
export interface PageSize {
  readonly page: string;
  /** Compressed by gzip. */
  readonly bytes: number;
}

const ENTRY = 'index.html';
const LANGUAGE = 'src/i18n/fr.ts';
const FRAME = 'src/shell/shell.tsx';

/** Pages whose size is bounded, with the modules that they load and the most bytes. */
const BOUNDED = [
  { page: 'sign-in', modules: ['src/pages/sign-in/sign-in-page.tsx'], most: 150_000 },
  { page: 'payments', modules: [FRAME, 'src/pages/payments/payments-page.tsx'], most: 185_000 },
] as const;

/** The script of each bounded page. Throws when the build has none of its modules. */
export function scriptBytes(manifest: Manifest, bytesOf: (file: string) => number): readonly PageSize[] {
  return BOUNDED.map(({ page, modules }) => {
    const files = new Set([ENTRY, LANGUAGE, ...modules].flatMap((module) => [...filesOf(manifest, module)]));
    return { page, bytes: [...files].reduce((sum, file) => sum + bytesOf(file), 0) };
  });
}

/** A sentence for each page with more script than it may have. */
export function sizeFaults(sizes: readonly PageSize[]): readonly string[] {
  return BOUNDED.flatMap(({ page, most }) => {
    const { bytes = 0 } = sizes.find((size) => size.page === page) ?? {};
    return bytes > most ? [`${page}: ${bytes} bytes of script, at most ${most}`] : [];
  });
}

function filesOf(manifest: Manifest, module: string, seen = new Set<string>()): ReadonlySet<string> {
  const chunk = manifest[module];
  if (chunk === undefined) throw new Error(`the build has no chunk of ${module}`);
  if (seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const imported of chunk.imports ?? []) filesOf(manifest, imported, seen);
  return seen;
}
