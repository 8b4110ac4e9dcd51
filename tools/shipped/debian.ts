import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { outputOf } from './asked.js';

/** Debian 13, on which the image of PostgreSQL is built. */
const SUITE = 'trixie';
const SOURCES = '/etc/apt/sources.list.d/debian.sources';

/** The newest packages of Debian 13, which apt of this machine fetches from the Debian archive that it has into a folder. */
export class Debian {
  private constructor(private readonly folder: string) {}

  static of(folder: string): Debian {
    const stanzas = readFileSync(SOURCES, 'utf8').split(/\n{2,}/);
    const archive = stanzas.filter((stanza) => /^Suites:/m.test(stanza) && !/^Suites:.*security/m.test(stanza));
    const sources = archive.join('\n\n').replaceAll(/^Suites:.*$/gm, `Suites: ${SUITE}`);
    writeFileSync(join(folder, 'debian.sources'), sources);
    writeFileSync(join(folder, 'status'), '');
    for (const name of ['lists/partial', 'archives/partial']) mkdirSync(join(folder, name), { recursive: true });
    const debian = new Debian(folder);
    debian.#apt('update');
    return debian;
  }

  /** Extracts packages without those that they need; returns the folder. */
  extract(...names: readonly string[]): string {
    this.#apt('download', ...names);
    const found = readdirSync(this.folder).filter((file) => names.some((name) => file.startsWith(`${name}_`)));
    return this.#extracted(found, names.join('-'));
  }

  /** Extracts packages with all that they need; returns the folder. */
  extractWhole(...names: readonly string[]): string {
    this.#apt('--yes', '--no-install-recommends', '--download-only', 'install', ...names);
    const found = readdirSync(join(this.folder, 'archives')).filter((file) => file.endsWith('.deb'));
    return this.#extracted(
      found.map((file) => join('archives', file)),
      `${names.join('-')}-whole`,
    );
  }

  /** The file of a package that was fetched, such as `tzdata_2026f-0+deb13u1_all.deb`. */
  fileOf(name: string): string {
    const files = [...readdirSync(this.folder), ...readdirSync(join(this.folder, 'archives'))];
    return files.find((file) => file.startsWith(`${name}_`)) ?? '';
  }

  #extracted(files: readonly string[], name: string): string {
    for (const file of files) outputOf('dpkg-deb', ['--extract', file, `of-${name}`], this.folder);
    return join(this.folder, `of-${name}`);
  }

  #apt(...args: readonly string[]): void {
    const options = {
      'Dir::Etc::sourcelist': join(this.folder, 'debian.sources'),
      'Dir::Etc::sourceparts': '-',
      'Dir::State::lists': join(this.folder, 'lists'),
      'Dir::Cache': this.folder,
      'Dir::State::status': join(this.folder, 'status'),
      'APT::Sandbox::User': 'root',
      'Debug::NoLocking': '1',
    };
    const flags = Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
    outputOf('apt-get', [...flags, '-qq', ...args], this.folder);
  }
}
