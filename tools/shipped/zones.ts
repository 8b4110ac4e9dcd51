import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { presentZoneName } from '@paygate/contracts';
import { debianZones } from '@paygate/testing';
import type { Asked } from './asked.js';
import { Debian } from './debian.js';

/** Files of the package that PostgreSQL does not list as zones, or that name no place. */
const OTHERS = /\.(tab|list|zi)$|^(leapseconds|localtime|posixrules|Factory)$/;

/** Compares the names of time zones with the newest packages of Debian 13. */
export function askZones(folder: string): Asked {
  const debian = Debian.of(folder);
  const present = namesIn(debian, 'tzdata');
  const former = namesIn(debian, 'tzdata-legacy');
  const known = new Set(present);
  const ours = new Set(debianZones);
  return {
    about: `time zones in ${debian.fileOf('tzdata')}`,
    count: present.length + former.length,
    faults: [
      ...debianZones.filter((name) => !known.has(name)).map((name) => `${name}: not there any more`),
      ...present.filter((name) => !ours.has(name)).map((name) => `${name}: not in debian-zones.ts`),
      ...former.filter((name) => !known.has(presentZoneName(name))).map((name) => `${name}: not in zone-names.ts`),
    ],
  };
}

function namesIn(debian: Debian, packageName: string): readonly string[] {
  const root = join(debian.extract(packageName), 'usr/share/zoneinfo');
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((name) => !OTHERS.test(name) && !/^(posix|right)\//.test(name));
}
