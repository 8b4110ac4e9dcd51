import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { GatewayConfig } from '../../config.js';
import { BUILT_ADDRESS } from '../docs/installation.js';

const mediaTypes: Readonly<Record<string, string>> = {
  '.tgz': 'application/gzip',
  '.mjs': 'text/javascript; charset=utf-8',
  '.whl': 'application/zip',
};

/** A file that never changes. */
export interface ClientFile {
  readonly mediaType: string;
  readonly bytes: Buffer;
}

/**
 * The packages of the clients that tools/clients has handed out, in memory: some 100 kB for each release. A request names one of them or none: no path of a
 * request reaches the file system. Where none were handed out, there are none.
 */
@Injectable()
export class ClientFiles {
  /** The list of packages with their hashes, as JSON; undefined when there are none. */
  readonly index: string | undefined;
  /** The list of packages as Composer reads it. */
  readonly composer: string | undefined;
  private readonly files: ReadonlyMap<string, ClientFile>;

  constructor({ CLIENTS_FOLDER, PUBLIC_URL = '' }: GatewayConfig) {
    const index = join(CLIENTS_FOLDER, 'index.json');
    const isThere = existsSync(index);
    const listIn = (file: string): string | undefined =>
      existsSync(file) ? readFileSync(file, 'utf8').replaceAll(BUILT_ADDRESS, PUBLIC_URL) : undefined;
    this.index = listIn(index);
    this.composer = listIn(join(CLIENTS_FOLDER, 'packages.json'));
    this.files = new Map(
      (isThere ? readdirSync(CLIENTS_FOLDER) : [])
        .filter((name) => extname(name) in mediaTypes)
        .map((name) => [
          name,
          { mediaType: mediaTypes[extname(name)] ?? '', bytes: readFileSync(join(CLIENTS_FOLDER, name)) },
        ]),
    );
  }

  find(name: string): ClientFile | undefined {
    return this.files.get(name);
  }
}
