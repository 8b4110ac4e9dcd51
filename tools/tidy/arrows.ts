/**
 * The rooms of charging, which `rooms.json` beside them lists in their order: a room imports the files of those that it uses, and those
 * directly below `src`; its SQL names their tables and its own. Each table of the migrations belongs to one room.
 */
import { dirname, normalize } from 'node:path';
import type { Finding, SourceFile } from './finding.ts';

interface Room {
  readonly uses: readonly string[];
  readonly tables: readonly string[];
}
type Rooms = Readonly<Record<string, Room>>;

const ROOMS = /^(apps\/[^/]+\/src)\/rooms\.json$/;
const TEST = /\.spec\.ts$|\/test\//;
const IMPORTED = /\b(?:from|import)\s+'(\.[^']+)'/g;
const CREATED = /\bCREATE (?:TABLE|(?:OR REPLACE )?VIEW) (?:IF NOT EXISTS )?(\w+)/g;
/** A table after the word that SQL has before it, as the second of a list, and of a schema of TypeORM. */
const NAMED = [
  /\b(?:FROM|JOIN|INTO|UPDATE|ONLY)\s+([a-z_]\w*)/g,
  /\bFROM\s+[a-z_]\w*(?:\s+(?:AS\s+)?[a-z_]\w*)?,\s*([a-z_]\w*)/g,
  /^ {2}name: '(\w+)',$/gm,
];

/** A finding for each import and each table against the arrows. */
export function againstArrows(files: readonly SourceFile[]): readonly Finding[] {
  return files.flatMap(({ path, text }) => {
    const [, source] = ROOMS.exec(path) ?? [];
    return source === undefined ? [] : findingsOf(source, JSON.parse(text) as Rooms, files);
  });
}

function findingsOf(source: string, rooms: Rooms, files: readonly SourceFile[]): readonly Finding[] {
  const owners = new Map(Object.entries(rooms).flatMap(([room, { tables }]) => tables.map((table) => [table, room])));
  return files
    .filter(({ path }) => path.startsWith(`${source}/`) && path.endsWith('.ts') && !TEST.test(path))
    .flatMap((file) => {
      const room = roomOf(file.path, source);
      if (room === 'migrations') return unowned(file, owners);
      const used = rooms[room]?.uses;
      if (used === undefined) return [];
      const isRefused = (other: string | undefined): other is string =>
        other !== undefined && other !== room && !used.includes(other);
      const imported = [...file.text.matchAll(IMPORTED)]
        .map(([, target = '']) => normalize(`${dirname(file.path)}/${target}`))
        .filter((target) => target.startsWith(`${source}/`))
        .map((target) => roomOf(target, source));
      const tables = NAMED.flatMap((named) => [...file.text.matchAll(named)].map(([, table = '']) => table));
      return [
        ...imported.filter((other) => other !== '' && isRefused(other)).map((other) => `${room} imports ${other}`),
        ...tables
          .filter((table) => isRefused(owners.get(table)))
          .map((table) => `${room} reads ${table} of ${owners.get(table)}`),
      ].map((message) => ({ path: file.path, message: `${message}, which is no room that it uses` }));
    });
}

/** The folder directly below `src`; empty for a file there. */
function roomOf(path: string, source: string): string {
  const inside = path.slice(source.length + 1);
  return inside.includes('/') ? inside.slice(0, inside.indexOf('/')) : '';
}

function unowned({ path, text }: SourceFile, owners: ReadonlyMap<string, string>): readonly Finding[] {
  return [...text.matchAll(CREATED)]
    .filter(([, table = '']) => !owners.has(table))
    .map(([, table = '']) => ({ path, message: `no room has the table ${table}` }));
}
