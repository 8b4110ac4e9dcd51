import type { SourceMapSegment } from '@jridgewell/sourcemap-codec';
import { decode, encode } from '@jridgewell/sourcemap-codec';
import { packageFolder } from './bundled-packages.ts';

/** The parts of a source map that count here. */
export interface SourceMap {
  readonly sources: readonly string[];
  readonly mappings: string;
}

const OURS = /^(\.\.\/)+(apps|libs)\//;

/**
 * The map with every position of our own sources, and of a package's file no more than where it begins: enough to name the
 * file. All positions of packages would cost a process that logs its first error some fifty megabytes. Of packages that bring
 * maps of their own, to sources that nobody has here, nothing is left.
 */
export function coarseInPackages<Map extends SourceMap>(map: Map): Map {
  let last: number | undefined;
  const lines = decode(map.mappings).map((segments) =>
    segments.flatMap((segment): readonly SourceMapSegment[] => {
      const [column, source] = segment;
      const begins = source !== last;
      last = source;
      if (source === undefined || OURS.test(map.sources[source] ?? '')) return [segment];
      if (!begins) return [];
      return packageFolder(map.sources[source] ?? '') === undefined ? [[column]] : [segment];
    }),
  );
  return { ...map, mappings: encode(lines) };
}
