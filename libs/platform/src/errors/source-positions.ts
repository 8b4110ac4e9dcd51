import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import type { SourceMapPayload, SourceOrigin } from 'node:module';
import { fileURLToPath } from 'node:url';

/** `file:///…/dist/services/otp/main.js:12:34` in a program of ours: packages that lie beside it have no sources to point at. */
const POSITION = /(file:\/\/(?!\S*\/node_modules\/)[^\s()]+\.js):(\d+):(\d+)/;

const maps = new Map<string, SourceMap | undefined>();

/**
 * A line of a stack with the position in the source that was compiled, where a source map lies beside the program. It is read
 * when the first error is described: `node --enable-source-maps` reads the maps of all files that a process loads, which
 * is a good part of what its start costs (docs/performance.md).
 */
export function inSource(line: string): string {
  return line.replace(POSITION, (position, url: string, row: string, column: string) => {
    const origin: Partial<SourceOrigin> = mapOf(url)?.findOrigin(Number(row), Number(column)) ?? {};
    if (origin.fileName === undefined) return position;
    const source = new URL(origin.fileName, url).href;
    // of a package in a bundle the map knows the file and no more: tools/bundle/source-map.ts
    if (source.includes('/node_modules/')) return source;
    return `${source}:${String(origin.lineNumber)}:${String(origin.columnNumber)}`;
  });
}

function mapOf(url: string): SourceMap | undefined {
  if (!maps.has(url)) maps.set(url, readMap(url));
  return maps.get(url);
}

function readMap(url: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(fileURLToPath(`${url}.map`), 'utf8')) as SourceMapPayload);
  } catch {
    return undefined;
  }
}
