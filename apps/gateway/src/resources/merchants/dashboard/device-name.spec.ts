import { expect, test } from '@jest/globals';
import { DEVICE_MAX_CHARACTERS } from '@paygate/contracts';
import { deviceName } from './device-name.js';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [`Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/140.0.0.0 Mobile Safari/537.36`, 'Chrome, Android'],
  [
    `Mozilla/5.0 (Linux; Android 13; SM-A546B) ${webkit} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet, Android',
  ],
  [`Mozilla/5.0 (Linux; Android 12) ${webkit} Chrome/120.0.0.0 Mobile Safari/537.36 OPR/79.0.0.0`, 'Opera, Android'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`, 'Edge, Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0', 'Firefox, Linux'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    'Safari, iPhone',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
    'Safari, macOS',
  ],
  ['curl/8.14.1', 'curl'],
  ['Mozilla/5.0 (Windows NT 10.0)', 'Windows'],
])('[1.57] %s is named %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});

test.each([undefined, '', '<script>alert(1)</script>', `${' '.repeat(512)}Firefox/142.0`])(
  '[1.57] %j has no name',
  (userAgent) => {
    expect(deviceName(userAgent)).toBeUndefined();
  },
);

test('no header makes a name that is longer than a session may have', () => {
  const everything = 'UCBrowser/1 SamsungBrowser/1 Windows CrOS Android iPhone';
  expect(deviceName(everything.repeat(50))?.length).toBeLessThanOrEqual(DEVICE_MAX_CHARACTERS);
});
