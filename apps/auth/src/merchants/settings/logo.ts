import type { LogoMediaType } from '@paygate/contracts';
import { LOGO_MAX_BYTES, LOGO_MAX_PIXELS } from '@paygate/contracts';
import { sha256Base64url } from '@paygate/platform';
import { imageSize } from 'image-size';
import type { NewLogo } from '../merchant/merchant-profiles.repository.js';

const formats: readonly { readonly type: string; readonly mediaType: LogoMediaType; readonly signature: RegExp }[] = [
  { type: 'png', mediaType: 'image/png', signature: /^\x89PNG\r\n[^]\n/ },
  { type: 'jpg', mediaType: 'image/jpeg', signature: /^\xff\xd8\xff/ },
  { type: 'webp', mediaType: 'image/webp', signature: /^RIFF[^]{4}WEBP/ },
];
const SIGNATURE_BYTES = 12;

/** The logo in base64, or why it is none. Its own bytes decide the format, and whether it is small once it is decoded. */
export function readLogo(base64: string): NewLogo | string {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > LOGO_MAX_BYTES) return `must be at most ${LOGO_MAX_BYTES} bytes`;
  const beginning = bytes.toString('latin1', 0, SIGNATURE_BYTES);
  const format = formats.find(({ signature }) => signature.test(beginning));
  const longest = format === undefined ? undefined : longestSideOf(bytes, format.type);
  if (format === undefined || longest === undefined) return 'must be a PNG, JPEG or WebP picture';
  if (longest > LOGO_MAX_PIXELS) return `must be at most ${LOGO_MAX_PIXELS} pixels wide and high`;
  return { id: sha256Base64url(bytes), mediaType: format.mediaType, bytes };
}

/** The longest side of a picture in pixels; undefined when its header is none of that format. */
function longestSideOf(bytes: Buffer, format: string): number | undefined {
  try {
    const { type, width, height } = imageSize(bytes);
    return type === format && width > 0 && height > 0 ? Math.max(width, height) : undefined;
  } catch {
    return undefined;
  }
}
