import { readFileSync } from 'node:fs';
import type { OracleFile } from './other-programs.js';

/** A file with its text and how that is saved, or with its bytes. */
interface SavedFile extends Omit<OracleFile, 'bytes'> {
  readonly text?: string;
  readonly encoding?: BufferEncoding;
  readonly base64?: string;
}

const saved = JSON.parse(readFileSync('apps/dashboard/src/lists/test/files-of-others.json', 'utf8')) as SavedFile[];

/** The files that programs and people have made from the guide alone, who had not seen the reader. */
export const filesOfOthers: readonly OracleFile[] = saved.map(
  ({ text, encoding = 'utf8', base64 = '', ...oracle }) => ({
    ...oracle,
    bytes: new Uint8Array(text === undefined ? Buffer.from(base64, 'base64') : Buffer.from(text, encoding)),
  }),
);
