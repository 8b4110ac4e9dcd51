/**
 * Features of a project depend on each other in one direction. A feature is a folder directly below `src`, or below the folder of a
 * part of `deploy`; a file beside these folders is a feature of its own. So are the folders below a folder of subjects, and those of the
 * rooms of charging, whose order `arrows.ts` has. This finds
 * circles of imports between features, type imports included. Circles between files are dependency-cruiser's to find.
 */
import { dirname, normalize } from 'node:path';
import type { Finding, SourceFile } from './finding.ts';

const SOURCE = /^((apps|libs)\/[^/]+\/src|deploy)\/.*\.tsx?$/;
const TEST = /\.spec\.tsx?$|\/test\//;
const FEATURE =
  /^(?:apps\/charging\/src\/(?:books|rails|outgoing|readers)|(?:apps|libs)\/[^/]+\/src|deploy\/[^/]+)\/[^/]+?(?=\/|\.[jt]sx?$)/;
const FEATURE_OF_SUBJECT =
  /^apps\/(?:auth\/src\/(?:merchants|customers)|otp\/src\/(?:codes|messages)|gateway\/src\/resources)\/[^/]+?(?=\/|\.[jt]sx?$)/;
const IMPORTED = /\b(?:from|import)\s+'(\.[^']+)'|\bimport\('(\.[^']+)'\)/g;

/** A finding for each circle: it names one way around. */
export function roomLoops(files: readonly SourceFile[]): readonly Finding[] {
  const sources = files.filter(({ path }) => SOURCE.test(path) && !TEST.test(path));
  return [FEATURE, FEATURE_OF_SUBJECT].flatMap((feature) => loopsOf(importsOfFeatures(sources, feature)));
}

function loopsOf(imports: ReadonlyMap<string, ReadonlySet<string>>): readonly Finding[] {
  const seen = new Set<string>();
  return [...imports.keys()].flatMap((feature) => {
    const circle = seen.has(feature) ? undefined : wayBack(feature, imports);
    if (circle === undefined) return [];
    for (const member of circle) seen.add(member);
    return [{ path: feature, message: `features import each other in a circle: ${circle.join(' → ')} → ${feature}` }];
  });
}

function importsOfFeatures(files: readonly SourceFile[], pattern: RegExp): ReadonlyMap<string, ReadonlySet<string>> {
  const featureOf = (path: string): string | undefined => pattern.exec(path)?.[0];
  const imports = new Map<string, Set<string>>();
  for (const { path, text } of files) {
    const feature = featureOf(path);
    if (feature === undefined) continue;
    const others = imports.get(feature) ?? new Set();
    imports.set(feature, others);
    for (const [, named, lazy] of text.matchAll(IMPORTED)) {
      const other = featureOf(normalize(`${dirname(path)}/${named ?? lazy ?? ''}`));
      if (other !== undefined && other !== feature) others.add(other);
    }
  }
  return imports;
}

/** The shortest way over imports from a feature back to it; undefined when there is none. */
function wayBack(start: string, imports: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] | undefined {
  const reached = new Set<string>();
  const ways: (readonly string[])[] = [[start]];
  for (const way of ways)
    for (const next of imports.get(way.at(-1) ?? start) ?? []) {
      if (next === start) return way;
      if (reached.has(next)) continue;
      reached.add(next);
      ways.push([...way, next]);
    }
  return undefined;
}
