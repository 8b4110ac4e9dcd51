import { describe, expect, test } from '@jest/globals';
import { LOGO_MAX_BYTES } from '@paygate/contracts';
import { jpeg, padded, png, webp } from '../../test/fixtures/pictures.js';
import { readLogo } from './logo.js';

const read = (bytes: Buffer) => readLogo(bytes.toString('base64'));

describe('a logo', () => {
  test.each([
    ['image/png', png(64, 64)],
    ['image/png', png(1_024, 1_024)],
    ['image/jpeg', jpeg(64, 64)],
    ['image/webp', webp(64, 64)],
    ['image/png', padded(png(64, 64), LOGO_MAX_BYTES)],
  ])('[2.22] of %s is recognised by its bytes', (mediaType, bytes) => {
    expect(read(bytes)).toMatchObject({ mediaType, bytes });
  });

  test.each<[string, Buffer, string]>([
    ['a picture beyond the size', padded(png(64, 64), LOGO_MAX_BYTES + 1), 'must be at most 8192 bytes'],
    ['a small file that decodes to a huge picture', png(60_000, 60_000), 'must be at most 1024 pixels'],
    ['a high JPEG', jpeg(64, 60_000), 'must be at most 1024 pixels'],
    ['an SVG, which can hold script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'PNG, JPEG or WebP'],
    ['a page', Buffer.from('<script>alert(1)</script>'), 'PNG, JPEG or WebP'],
    ['a GIF', Buffer.from('GIF89a\x01\x00\x01\x00'), 'PNG, JPEG or WebP'],
    ['the beginning of a PNG only', png(64, 64).subarray(0, 8), 'PNG, JPEG or WebP'],
    ['the beginning of a JPEG and a page', Buffer.from('\xff\xd8\xff<html>', 'latin1'), 'PNG, JPEG or WebP'],
    ['a WebP without a picture', webp(64, 64).subarray(0, 14), 'PNG, JPEG or WebP'],
    ['a picture without width', png(0, 64), 'PNG, JPEG or WebP'],
  ])('[2.22] is refused when it is %s', (_name, bytes, reason) => {
    expect(read(bytes)).toEqual(expect.stringContaining(reason));
  });
});
