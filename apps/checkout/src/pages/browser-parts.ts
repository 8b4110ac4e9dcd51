import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Styles and script that stand in every page, and their hashes, by which the policy of the page allows them and nothing else. */
export interface BrowserParts {
  readonly css: string;
  readonly js: string;
  readonly policy: string;
}

export function browserParts(folder: string): BrowserParts {
  const css = readFileSync(join(folder, 'page.css'), 'utf8').trim();
  const js = readFileSync(join(folder, 'page.js'), 'utf8').trim();
  const policy = [
    "default-src 'none'",
    `style-src ${hashOf(css)}`,
    `script-src ${hashOf(js)}`,
    "img-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
  return { css, js, policy };
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
