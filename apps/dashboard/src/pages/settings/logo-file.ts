/** The API's bound for a logo. */
const MOST_BYTES = 8_192;
/** Widest or highest, in pixels; the first whose file is small enough is taken. */
const SIZES = [256, 192, 128, 96, 64] as const;
const QUALITIES = [0.9, 0.75, 0.6, 0.45] as const;
const TAKEN: readonly string[] = ['image/png', 'image/jpeg', 'image/webp'];

/** A picture as a logo that the API takes: as it is when it is small enough, else scaled down. Undefined when it cannot be read as a picture. */
export async function logoOf(file: File): Promise<Uint8Array | undefined> {
  let picture: ImageBitmap;
  try {
    picture = await createImageBitmap(file);
  } catch {
    return undefined;
  }
  const isSmall = file.size <= MOST_BYTES && Math.max(picture.width, picture.height) <= SIZES[0];
  if (isSmall && TAKEN.includes(file.type)) return new Uint8Array(await file.arrayBuffer());
  for (const size of SIZES) {
    const drawn = drawnAt(picture, size);
    for (const quality of QUALITIES) {
      const made = await fileOf(drawn, quality);
      if (made !== null && made.size <= MOST_BYTES) return new Uint8Array(await made.arrayBuffer());
    }
  }
  return undefined;
}

/** The picture within a square of a size, with its own proportions, on white where a JPEG shows no transparency. */
function drawnAt(picture: ImageBitmap, size: number): HTMLCanvasElement {
  const scale = Math.min(1, size / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const drawing = canvas.getContext('2d');
  if (drawing !== null) {
    drawing.fillStyle = '#fff';
    drawing.fillRect(0, 0, canvas.width, canvas.height);
    drawing.imageSmoothingQuality = 'high';
    drawing.drawImage(picture, 0, 0, canvas.width, canvas.height);
  }
  return canvas;
}

function fileOf(canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> {
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', quality);
  });
}
