import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import type { Language } from '@paygate/contracts';
import { supportLink } from '@paygate/platform';
import { GatewayConfig } from '../../config.js';
import type { StoredFile } from '../../edge/answers.js';
import { storedFile } from '../../edge/answers.js';

const mediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
};

/** The name under which tools/docs-site writes the page of unknown paths in each language. */
const MISSING = 'not-found';

/**
 * The pages that tools/docs-site has built, in memory: each language below its name, and files without language. A request names
 * one of them or none: no path of a request reaches the file system. Without test mode, and where nothing was built, there are none.
 */
@Injectable()
export class DocsPages {
  private readonly files: ReadonlyMap<string, StoredFile>;

  constructor({ TEST_MODE, DOCS_FOLDER, SUPPORT_URL }: GatewayConfig) {
    this.files =
      TEST_MODE && existsSync(DOCS_FOLDER) ? filesIn(DOCS_FOLDER, SUPPORT_URL) : new Map<string, StoredFile>();
  }

  /** The file of a path below /docs, with or without its language; undefined when there is none. A trailing slash makes no difference. */
  find(path: string, language: Language): StoredFile | undefined {
    const name = path.replace(/\/$/, '');
    if (name === MISSING || name.endsWith(`/${MISSING}`)) return undefined;
    return this.files.get(name) ?? this.files.get(`${name}/index`) ?? this.files.get(`${language}/${name || 'index'}`);
  }

  /** The page that answers an unknown path; undefined when there are no pages. */
  missing(language: Language): StoredFile | undefined {
    return this.files.get(`${language}/${MISSING}`);
  }
}

function filesIn(folder: string, supportUrl: string | undefined): Map<string, StoredFile> {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && extname(entry.name) in mediaTypes)
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(found.map((path) => [relative(folder, path).replace(/\.html$/, ''), fileAt(path, supportUrl)]));
}

/** Held compressed: few readers ask for a page that is not, and it is made for them. */
function fileAt(path: string, supportUrl: string | undefined): StoredFile {
  const mediaType = mediaTypes[extname(path)] ?? '';
  const bytes = readFileSync(path);
  const { etag, gzipped } =
    supportUrl !== undefined && extname(path) === '.html'
      ? storedFile(mediaType, Buffer.from(withSupport(bytes.toString(), supportUrl)))
      : storedFile(mediaType, bytes, readFileSync(`${path}.gz`));
  return {
    mediaType,
    etag,
    gzipped,
    get bytes() {
      return gunzipSync(gzipped);
    },
  };
}

/** The page with the contact in the place that tools/docs-site has left for it. */
function withSupport(page: string, supportUrl: string): string {
  const { href, text } = supportLink(supportUrl);
  return page.replace(
    /<!--support (.+?)-->/,
    (_, words: string) => `<p class="source">${words} <a href="${href}">${text}</a></p>`,
  );
}
