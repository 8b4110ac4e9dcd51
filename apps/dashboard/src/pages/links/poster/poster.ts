import { pagePdf } from './page-pdf.js';

/** A4 at 150 dots per inch. Pixels. */
const PAGE = { width: 1_240, height: 1_754 } as const;
const MARGIN = 110;
const CODE = 820;
/** The invitation and the address. */
const BELOW_CODE = 220;
const INK = '#111';
const FONT = 'system-ui, sans-serif';
const LINES_MAX = 3;
const QUALITY = 0.92;

export type PosterFormat = 'png' | 'pdf';

/** The texts of a poster, from top to bottom; the address is below the code. */
export interface PosterTexts {
  readonly shop: string;
  readonly about: string;
  readonly amount: string;
  readonly invitation: string;
  readonly address: string;
}

/** A poster for a counter: one A4 page with the code that phones read. Throws when the code cannot be loaded or drawn. */
export async function poster(format: PosterFormat, codeUrl: string, texts: PosterTexts): Promise<Blob> {
  const code = new Image();
  code.src = codeUrl;
  await code.decode();
  const canvas = drawn(code, texts);
  const type = format === 'png' ? 'image/png' : 'image/jpeg';
  const picture = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, type, QUALITY);
  });
  if (picture === null) throw new Error('the poster was not drawn');
  if (format === 'png') return picture;
  const bytes = new Uint8Array(await picture.arrayBuffer());
  return new Blob([pagePdf({ bytes, ...PAGE })], { type: 'application/pdf' });
}

function drawn(code: HTMLImageElement, texts: PosterTexts): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = PAGE.width;
  canvas.height = PAGE.height;
  const drawing = canvas.getContext('2d');
  if (drawing === null) throw new Error('the browser draws nothing');
  drawing.fillStyle = '#fff';
  drawing.fillRect(0, 0, PAGE.width, PAGE.height);
  drawing.fillStyle = INK;
  drawing.textAlign = 'center';
  drawing.textBaseline = 'top';
  let top = MARGIN;
  for (const [text, size, weight] of [
    [texts.shop, 76, 700],
    [texts.about, 48, 400],
    [texts.amount, 64, 700],
  ] as const)
    top = written(drawing, text, { top, size, weight });
  // the modules of the code keep sharp edges
  drawing.imageSmoothingEnabled = false;
  const end = PAGE.height - MARGIN - BELOW_CODE;
  const size = Math.min(CODE, end - top);
  drawing.drawImage(code, (PAGE.width - size) / 2, end - size, size, size);
  const below = written(drawing, texts.invitation, { top: end + 20, size: 48, weight: 700 });
  written(drawing, texts.address, { top: below, size: 30, weight: 400 });
  return canvas;
}

interface Style {
  readonly top: number;
  readonly size: number;
  readonly weight: number;
}

/** Writes a text in the middle, in at most a few lines, and returns where the next one begins. */
function written(drawing: CanvasRenderingContext2D, text: string, { top, size, weight }: Style): number {
  if (text === '') return top;
  drawing.font = `${weight} ${size}px ${FONT}`;
  const lines = linesOf(text, (line) => drawing.measureText(line).width <= PAGE.width - 2 * MARGIN);
  for (const [index, line] of lines.entries())
    drawing.fillText(line, PAGE.width / 2, top + index * size * 1.25, PAGE.width - 2 * MARGIN);
  return top + lines.length * size * 1.25 + size / 2;
}

/** The words of a text in lines that fit. The last line has all that is left: it is drawn narrower. */
export function linesOf(text: string, fits: (line: string) => boolean): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last === undefined || (!fits(longer) && lines.length < LINES_MAX)) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}
