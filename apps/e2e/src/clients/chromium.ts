import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';

const SYSTEM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** A browser, its libraries and its fonts. */
interface Installed {
  readonly executablePath: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Starts a Chromium: that of CHROMIUM, the system's, or else the one that an npm package brings along. */
export async function startChromium(more: readonly string[] = []): Promise<Browser> {
  const given = [process.env['CHROMIUM'] ?? '', ...SYSTEM].find((path) => path !== '' && existsSync(path));
  const { executablePath, env } = given === undefined ? unpackedChromium() : { executablePath: given, env: {} };
  return chromium.launch({
    executablePath,
    env: { ...(process.env as Record<string, string>), ...env },
    args: ['--no-sandbox', '--disable-dev-shm-usage', ...more],
  });
}

/**
 * The package unpacks to the folder for temporary files, and the libraries that a bare system lacks only when it believes to
 * run in AWS Lambda: so it does it in a process of its own, which prints what it would set.
 */
function unpackedChromium(): Installed {
  const cache = process.env['PAYGATE_CACHE_DIR'] ?? join(homedir(), '.cache', 'paygate');
  const folder = join(cache, 'chromium');
  mkdirSync(folder, { recursive: true });
  const script = `
    const { default: chromium } = await import('@sparticuz/chromium');
    const executablePath = await chromium.executablePath();
    console.log(JSON.stringify([executablePath, process.env.LD_LIBRARY_PATH]));`;
  const env = { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' };
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script], { env, encoding: 'utf8' });
  const [executablePath, LD_LIBRARY_PATH] = JSON.parse(output) as [string, string];
  return { executablePath, env: { LD_LIBRARY_PATH, FONTCONFIG_FILE: fontConfiguration(folder) } };
}

/** The package's own configuration names folders of AWS Lambda. Without a font Chromium ends at the first form. */
function fontConfiguration(folder: string): string {
  const file = join(folder, 'fonts.conf');
  const [fonts, cache] = [join(folder, 'fonts'), join(folder, 'fonts-cache')];
  writeFileSync(file, `<fontconfig><dir>${fonts}</dir><cachedir>${cache}</cachedir></fontconfig>`);
  return file;
}
