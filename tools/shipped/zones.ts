import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { presentZoneName } from '@paygate/contracts';
import { debianZones } from '@paygate/testing';
import type { Asked } from './asked.js';
import { outputOf } from './asked.js';

/** Debian 13, on which the image of PostgreSQL is built. */
const SUITE = 'trixie';
const SOURCES = '/etc/apt/sources.list.d/debian.sources';
/** Files of the package that PostgreSQL does not list as zones, or that name no place. */
const OTHERS = /\.(tab|list|zi)$|^(leapseconds|localtime|posixrules|Factory)$/;

/** Compares the names of time zones with the newest packages of Debian 13. */
export function askZones(folder: string): Asked {
  const present = namesIn(folder, 'tzdata');
  const former = namesIn(folder, 'tzdata-legacy');
  const [version = ''] = readdirSync(folder).filter((name) => name.startsWith('tzdata_'));
  const known = new Set(present);
  const ours = new Set(debianZones);
  return {
    about: `time zones in ${version}`,
    count: present.length + former.length,
    faults: [
      ...debianZones.filter((name) => !known.has(name)).map((name) => `${name}: not there any more`),
      ...present.filter((name) => !ours.has(name)).map((name) => `${name}: not in debian-zones.ts`),
      ...former.filter((name) => !known.has(presentZoneName(name))).map((name) => `${name}: not in zone-names.ts`),
    ],
  };
}

/** The zones in the newest package of a name, which apt of this machine fetches from the Debian archive that it has. */
function namesIn(folder: string, packageName: string): readonly string[] {
  const sources = join(folder, 'debian.sources');
  const stanzas = readFileSync(SOURCES, 'utf8').split(/\n{2,}/);
  const archive = stanzas.filter((stanza) => /^Suites:/m.test(stanza) && !/^Suites:.*security/m.test(stanza));
  writeFileSync(sources, archive.join('\n\n').replaceAll(/^Suites:.*$/gm, `Suites: ${SUITE}`));
  for (const name of ['lists/partial', 'cache/archives/partial']) mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, 'status'), '');
  const options = {
    'Dir::Etc::sourcelist': sources,
    'Dir::Etc::sourceparts': '-',
    'Dir::State::lists': join(folder, 'lists'),
    'Dir::Cache': join(folder, 'cache'),
    'Dir::State::status': join(folder, 'status'),
    'APT::Sandbox::User': 'root',
  };
  const flags = Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  if (packageName === 'tzdata') outputOf('apt-get', [...flags, '-qq', 'update'], folder);
  outputOf('apt-get', [...flags, '-qq', 'download', packageName], folder);
  const [file = ''] = readdirSync(folder).filter((name) => name.startsWith(`${packageName}_`));
  outputOf('dpkg-deb', ['--extract', file, `of-${packageName}`], folder);
  const root = join(folder, `of-${packageName}`, 'usr/share/zoneinfo');
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((name) => !OTHERS.test(name) && !/^(posix|right)\//.test(name));
}
