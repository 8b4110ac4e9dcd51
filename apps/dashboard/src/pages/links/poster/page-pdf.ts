/** A4 in points. */
const PAGE = { width: 595, height: 842 } as const;
/** A comment of bytes above 127: programs then take the file for binary. */
const BINARY_MARK = '%\u00e2\u00e3\u00cf\u00d3';

interface Picture {
  /** A JPEG in RGB. */
  readonly bytes: Uint8Array;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/** A PDF (ISO 32000-1, version 1.4) of one A4 page that a picture fills. */
export function pagePdf({ bytes, width, height }: Picture): Uint8Array<ArrayBuffer> {
  const drawing = `q ${PAGE.width} 0 0 ${PAGE.height} 0 0 cm /Picture Do Q`;
  const image = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8`;
  const objects = [
    [latin('<< /Type /Catalog /Pages 2 0 R >>')],
    [latin('<< /Type /Pages /Kids [3 0 R] /Count 1 >>')],
    [
      latin(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Resources << /XObject << /Picture 4 0 R >> >> /Contents 5 0 R >>`,
      ),
    ],
    stream(`${image} /Filter /DCTDecode`, bytes),
    stream('', latin(drawing)),
  ];
  const parts = [latin(`%PDF-1.4\n${BINARY_MARK}\n`)];
  const offsets: number[] = [];
  for (const [index, content] of objects.entries()) {
    offsets.push(lengthOf(parts));
    parts.push(latin(`${index + 1} 0 obj\n`), ...content, latin('\nendobj\n'));
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  const trailer = `trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${lengthOf(parts)}\n%%EOF\n`;
  parts.push(latin(`xref\n0 ${count}\n0000000000 65535 f \n${table}${trailer}`));
  return joined(parts);
}

function stream(entries: string, bytes: Uint8Array): readonly Uint8Array[] {
  return [latin(`<< ${entries} /Length ${bytes.length} >>\nstream\n`), bytes, latin('\nendstream')];
}

function latin(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

function lengthOf(parts: readonly Uint8Array[]): number {
  return parts.reduce((length, part) => length + part.length, 0);
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(lengthOf(parts));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
