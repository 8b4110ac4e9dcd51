import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { Injectable } from '@nestjs/common';
import { GatewayConfig } from '../../config.js';
import type { StoredFile } from '../../edge/answers.js';
import { storedFile } from '../../edge/answers.js';

const mediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
};

/** The name under which tools/docs-site writes the page of unknown paths. */
const MISSING = 'not-found';

/**
 * The pages that tools/docs-site has built, in memory. A request names one of them or none: no path of a request reaches the
 * file system. Without test mode, and where nothing was built, there are none.
 */
@Injectable()
export class DocsPages {
  /** The page that answers an unknown path; undefined when there are no pages. */
  readonly missing: StoredFile | undefined;
  private readonly files: ReadonlyMap<string, StoredFile>;

  constructor({ TEST_MODE, DOCS_FOLDER }: GatewayConfig) {
    const files = TEST_MODE && existsSync(DOCS_FOLDER) ? filesIn(DOCS_FOLDER) : new Map<string, StoredFile>();
    this.missing = files.get(MISSING);
    files.delete(MISSING);
    this.files = files;
  }

  /** The file of a path below /docs; undefined when there is none. A trailing slash makes no difference. */
  find(path: string): StoredFile | undefined {
    const name = path.replace(/\/$/, '');
    return this.files.get(name === '' ? 'index' : name);
  }
}

function filesIn(folder: string): Map<string, StoredFile> {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && extname(entry.name) in mediaTypes)
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(found.map((path) => [relative(folder, path).replace(/\.html$/, ''), fileAt(path)]));
}

function fileAt(path: string): StoredFile {
  return storedFile(mediaTypes[extname(path)] ?? '', readFileSync(path), readFileSync(`${path}.gz`));
}
