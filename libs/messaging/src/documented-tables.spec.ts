import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { tableStreams } from '@paygate/contracts';
import { TABLE_HEARTBEAT_SECONDS } from './limits.js';
import { settingsOf } from './topics.js';

const pages = ['docs/glossary.md', 'docs/adr/0014-tokens-that-end-early.md', 'docs/ARCHITECTURE.md'] as const;
const [glossary, decision, architecture] = pages.map((path) =>
  readFileSync(resolve(import.meta.dirname, '../../..', path), 'utf8'),
);

/** Guarantees that the pages on tables say what their topics are set to, and how often their owners confirm them. */
test('the topic of a table keeps the changes of an hour, by deletion, and its owner confirms it every 2 s', () => {
  const wanted = { 'cleanup.policy': 'delete', 'retention.ms': String(60 * 60_000) };
  for (const stream of Object.values(tableStreams)) expect(settingsOf(stream, {})).toMatchObject(wanted);
  expect(decision).toContain('its topic keeps the changes of an hour');
  expect(TABLE_HEARTBEAT_SECONDS).toBe(2);
  expect(glossary).toMatch(/\| heartbeat +\| A record that the owner of a table publishes every 2 s,/);
  for (const page of [glossary, decision, architecture]) expect(page).not.toMatch(/compact(ed|ion)/i);
});
