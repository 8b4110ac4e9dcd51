import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { Injectable } from '@nestjs/common';
import { GatewayConfig } from '../../config.js';

/** A file of the docs as it is sent. */
export interface DocsFile {
  readonly mediaType: string;
  readonly etag: string;
  readonly bytes: Buffer;
  /** The same bytes, compressed. */
  readonly gzipped: Buffer;
}

const mediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
};

/**
 * The pages that tools/docs-site has built, in memory. A request names one of them or none: no path of a request reaches the
 * file system. Without test mode, and where nothing was built, there are none.
 */
@Injectable()
export class DocsPages {
  private readonly files: ReadonlyMap<string, DocsFile>;

  constructor({ TEST_MODE, DOCS_FOLDER }: GatewayConfig) {
    this.files = TEST_MODE && existsSync(DOCS_FOLDER) ? filesIn(DOCS_FOLDER) : new Map();
  }

  /** The file of a path below /docs; undefined when there is none. A trailing slash makes no difference. */
  find(path: string): DocsFile | undefined {
    const name = path.replace(/\/$/, '');
    return this.files.get(name === '' ? 'index' : name);
  }
}

function filesIn(folder: string): ReadonlyMap<string, DocsFile> {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && extname(entry.name) in mediaTypes)
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(found.map((path) => [relative(folder, path).replace(/\.html$/, ''), fileAt(path)]));
}

function fileAt(path: string): DocsFile {
  const bytes = readFileSync(path);
  return {
    mediaType: mediaTypes[extname(path)] ?? '',
    etag: `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    bytes,
    gzipped: readFileSync(`${path}.gz`),
  };
}
