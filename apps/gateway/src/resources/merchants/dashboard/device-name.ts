/** No header is read further: what follows tells neither browser nor system. */
const READ_CHARACTERS = 512;

/** By the first that is found: most browsers also name those that they are like. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bOPR\/|\bOPT\/|\bOpera\b/, 'Opera'],
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bUCBrowser\//, 'UC Browser'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|Chromium|HeadlessChrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/\S+ .*\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/**
 * A short name of the browser and its system by the header `User-Agent`, such as "Firefox, Android": words of ours only, whatever the
 * header holds. Undefined when it names neither.
 */
export function deviceName(userAgent: string | undefined): string | undefined {
  const text = userAgent?.slice(0, READ_CHARACTERS) ?? '';
  const known = [browsers, systems].map((names) => names.find(([pattern]) => pattern.test(text))?.[1]);
  return known.filter((name) => name !== undefined).join(', ') || undefined;
}
