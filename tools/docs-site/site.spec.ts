import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { renderSite } from './site.js';

const CLIENTS = ['sdk-node', 'sdk-browser', 'sdk-react', 'cli'].map((name) => `libs/${name}`);
let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'paygate-site-'));
  for (const folder of ['docs/guides', 'docs/errors', 'docs/events'])
    cpSync(folder, join(root, folder), { recursive: true });
  for (const folder of CLIENTS) {
    mkdirSync(join(root, folder), { recursive: true });
    cpSync(`${folder}/README.md`, join(root, folder, 'README.md'));
  }
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

test('each guide is a page with a link from the first one', () => {
  const site = renderSite(root);
  const links = [...(site.get('index') ?? '').matchAll(/href="\/docs\/(guides\/[^"]+)"/g)].map(([, path]) => path);
  const guides = readdirSync('docs/guides').filter((file) => file !== 'README.md');
  for (const file of guides) {
    const path = `guides/${file.replace('.md', '')}`;
    expect([path, site.has(path), links.includes(path)]).toEqual([path, true, true]);
  }
});

test('a link to a heading that does not exist fails the build', () => {
  const guide = join(root, 'docs/guides/webhooks.md');
  writeFileSync(guide, `${readFileSync(guide, 'utf8')}\n[there](errors.md#no-such-heading)\n`);
  expect(() => renderSite(root)).toThrow('docs/guides/webhooks.md: no heading /docs/guides/errors#no-such-heading');
});
