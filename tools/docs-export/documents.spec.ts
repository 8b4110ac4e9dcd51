import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { DOCS_URL, errorCatalogue, paymentEventTypes, renderProblem } from '@paygate/contracts';
import { documents } from './documents.js';
import { errorCodes } from './error-pages.js';
import { eventContracts } from './event-schemas.js';

const generated = await documents();

test.each([...generated])('[8.7] %s matches the contracts', (path, text) => {
  expect(readFileSync(path, 'utf8')).toBe(text);
});

test.each(errorCodes)('[5.5] the type of %s is the address of its page', (code) => {
  const { type } = JSON.parse(renderProblem(code, { requestId: 'req_1' })) as { type: string };
  expect(type).toBe(`${DOCS_URL}/errors/${code}`);
  const page = generated.get(`docs/errors/${code}.md`);
  expect(page).toContain(`"type": "${type}"`);
  expect(generated.get('docs/errors/README.md')).toContain(`](${code}.md)`);
});

test('the configuration page of an app has its own and its inherited variables, each once', () => {
  const page = generated.get('docs/configuration/gateway.md') ?? '';
  const cells = [...page.matchAll(/^\|(.*)\|(.*)\|(.*)\|$/gm)].map((row) => row.slice(1).map((cell) => cell.trim()));
  expect(cells).toContainEqual([
    '`RATE_LIMIT_WAIT_MS`',
    '`50`',
    expect.stringMatching(/by itself\. From 1 to 5000\.$/),
  ]);
  expect(cells).toContainEqual(['`RATE_LIMIT_TEST_PER_SECOND`', '`25`', 'From 1 to 1000000.']);
  expect(cells).toContainEqual(['`TLS_KEY`', 'none, secret', expect.any(String)]);
  expect(cells).toContainEqual(['`SEAL_KEYS`', '**required**, secret', expect.any(String)]);
  expect(cells).toContainEqual(['`HEALTH_HOST`', '`127.0.0.1`', expect.any(String)]);
  expect(cells.map(([name]) => name)).not.toContain('`DATABASE_URL`');
  expect(new Set(cells.map(([name]) => name)).size).toBe(cells.length);
});

test('[5.5] each error has a page, each event a schema', () => {
  const paths = [...generated.keys()];
  expect(paths.filter((path) => path.startsWith('docs/errors/'))).toHaveLength(Object.keys(errorCatalogue).length + 1);
  for (const type of paymentEventTypes) expect(paths).toContain(`docs/events/${type}.json`);
  for (const { type } of eventContracts) expect(paths).toContain(`docs/events/internal/${type}.json`);
  expect(eventContracts.map(({ type }) => type)).toContain('intent.completed');
});
