import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import type { Language } from '@paygate/contracts';
import { GatewayConfig } from '../../config.js';
import type { StoredFile } from '../../edge/answers.js';
import { storedFile } from '../../edge/answers.js';
import { Installation } from './installation.js';

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
 * one of them or none: no path of a request reaches the file system. With `DOCS=off`, and where nothing was built, there are none.
 */
@Injectable()
export class DocsPages {
  private readonly files: ReadonlyMap<string, DocsFile>;

  constructor(config: GatewayConfig) {
    const { DOCS, DOCS_FOLDER } = config;
    this.files =
      DOCS === 'on' && existsSync(DOCS_FOLDER)
        ? filesIn(DOCS_FOLDER, new Installation(config))
        : new Map<never, never>();
  }

  /** The file of a path below /docs, with or without its language; undefined when there is none. A trailing slash makes no difference. */
  find(path: string, language: Language): StoredFile | undefined {
    const name = path.replace(/\/$/, '');
    if (name === MISSING || name.endsWith(`/${MISSING}`)) return undefined;
    const names = [name, `${name}/index`, `${language}/${name || 'index'}`];
    return names
      .map((each) => this.files.get(each))
      .find((file) => file !== undefined)
      ?.stored();
  }

  /** The page that answers an unknown path; undefined when there are no pages. */
  missing(language: Language): StoredFile | undefined {
    return this.files.get(`${language}/${MISSING}`)?.stored();
  }
}

function filesIn(folder: string, installation: Installation): Map<string, DocsFile> {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && extname(entry.name) in mediaTypes)
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  return new Map(
    found.map((name) => [
      name.replace(/\.html$/, ''),
      new DocsFile(name, readFileSync(join(folder, `${name}.gz`)), installation),
    ]),
  );
}

/** A file, held compressed: few readers ask for one that is not, and it is made for them. */
class DocsFile {
  #stored: StoredFile | undefined;

  constructor(
    private readonly name: string,
    private readonly built: Buffer<ArrayBuffer>,
    private readonly installation: Installation,
  ) {}

  /** The file with what depends on the installation, which is put in when it is first asked for. */
  stored(): StoredFile {
    this.#stored ??= this.filled();
    return this.#stored;
  }

  private filled(): StoredFile {
    const mediaType = mediaTypes[extname(this.name)] ?? '';
    const text = gunzipSync(this.built).toString();
    const filled = this.installation.fill(this.name, text);
    const { etag, gzipped } = storedFile(mediaType, Buffer.from(filled), filled === text ? this.built : undefined);
    return {
      mediaType,
      etag,
      gzipped,
      get bytes() {
        return gunzipSync(gzipped);
      },
    };
  }
}
