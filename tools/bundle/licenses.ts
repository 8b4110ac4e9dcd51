import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { packageFolder } from './bundled-packages.ts';

const LICENSE_FILE = /^(licen[cs]e|copying|notice)/i;

/** The licence texts of the packages in a bundle. Most licences require that the text is distributed with the code. */
export function licensesOf(root: string, { inputs }: Pick<Metafile, 'inputs'>): string {
  const folders = new Set(Object.keys(inputs).flatMap((path) => packageFolder(path) ?? []));
  return [...folders]
    .sort()
    .map((folder) => licenseOf(join(root, folder)))
    .join('\n');
}

function licenseOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly name: string;
    readonly version: string;
    readonly license?: string;
  };
  const texts = readdirSync(folder).filter((file) => LICENSE_FILE.test(file));
  const contents = texts.map((file) => readFileSync(join(folder, file), 'utf8').trim());
  return [`${name} ${version}: ${license ?? 'see below'}`, ...contents, ''].join('\n\n');
}
