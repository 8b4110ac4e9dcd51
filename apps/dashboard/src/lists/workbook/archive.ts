import { unzipSync } from 'fflate';

/** The most that the parts of a workbook may hold when they are unpacked: a list of 2,000 rows has less than one. */
const UNPACKED_MAX_BYTES = 16 * 1_024 * 1_024;
const PARTS_MAX = 200;
const PART = /\.(?:xml|rels)$/;

/** The parts of a workbook that are XML, by name. It says how large each one is, and is refused before any is unpacked. */
export class Archive {
  private readonly parts: Readonly<Partial<Record<string, Uint8Array>>>;

  constructor(bytes: Uint8Array) {
    let [count, size] = [0, 0];
    unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (PART.test(name)) [count, size] = [count + 1, size + originalSize];
        return false;
      },
    });
    if (count > PARTS_MAX || size > UNPACKED_MAX_BYTES) throw new Error('the workbook is larger than a list');
    // an entry never fills more than the size that it says
    this.parts = unzipSync(bytes, { filter: ({ name }) => PART.test(name) });
  }

  /** A part as text; undefined where the workbook has none of the name. */
  xml(name: string): string | undefined {
    const part = this.parts[name];
    return part && new TextDecoder().decode(part);
  }
}
