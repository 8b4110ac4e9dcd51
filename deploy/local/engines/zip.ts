import { readFileSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';
import { StackError } from '../errors.ts';

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const DEFLATED = 8;

/** Reads one file of a zip, which a jar is too: PKWARE's APPNOTE, sections 4.3.7, 4.3.12, 4.3.16. */
export function readZipEntry(path: string, name: string): Buffer {
  const zip = readFileSync(path);
  for (const entry of entries(zip)) {
    if (entry.name !== name) continue;
    const start = entry.offset + 30 + zip.readUInt16LE(entry.offset + 26) + zip.readUInt16LE(entry.offset + 28);
    const stored = zip.subarray(start, start + entry.compressedBytes);
    return entry.method === DEFLATED ? inflateRawSync(stored) : Buffer.from(stored);
  }
  throw new StackError(`${path} holds no ${name}`);
}

export function zipEntryNames(path: string): string[] {
  return [...entries(readFileSync(path))].map((entry) => entry.name);
}

interface Entry {
  readonly name: string;
  readonly method: number;
  readonly compressedBytes: number;
  readonly offset: number;
}

function* entries(zip: Buffer): Generator<Entry> {
  const signature = Buffer.alloc(4);
  signature.writeUInt32LE(END_OF_DIRECTORY);
  const end = zip.lastIndexOf(signature);
  if (end < 0) throw new StackError('not a zip file');
  let at = zip.readUInt32LE(end + 16);
  while (zip.readUInt32LE(at) === DIRECTORY_ENTRY) {
    const nameBytes = zip.readUInt16LE(at + 28);
    yield {
      name: zip.toString('utf8', at + 46, at + 46 + nameBytes),
      method: zip.readUInt16LE(at + 10),
      compressedBytes: zip.readUInt32LE(at + 20),
      offset: zip.readUInt32LE(at + 42),
    };
    at += 46 + nameBytes + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
}
