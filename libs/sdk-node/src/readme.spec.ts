import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { Paygate } from './index.js';

const readme = readFileSync('libs/sdk-node/README.md', 'utf8');
const rows = readme.split('\n').filter((line) => line.startsWith('| `'));
const paygate = new Paygate({ secretKey: 'sk_test_not_a_real_key', baseUrl: 'https://paygate.example' });

const groups = Object.entries(paygate).filter(([name]) => name !== 'webhooks') as [string, object][];
const methodsOf = (group: object): readonly string[] =>
  Object.getOwnPropertyNames(Object.getPrototypeOf(group)).filter((name) => name !== 'constructor');

test('guarantees that the page of the client lists every group of calls, and every call', () => {
  expect(groups.length).toBeGreaterThan(12);
  const missing = groups.flatMap(([name, group]) => {
    const own = rows.filter((row) => row.startsWith(`| \`${name}.`)).map((row) => row.split('|')[1]);
    return methodsOf(group)
      .filter((method) => !own.some((call) => new RegExp(`[\`.]${method}[\`(]`).test(call ?? '')))
      .map((method) => `${name}.${method}`);
  });
  expect(missing).toEqual([]);
});

test.each(['request', 'listAll', 'verifyWebhook', 'onRequest', 'onResponse', 'timeoutMs', 'apiVersion'])(
  'the page of the client describes %s',
  (name) => {
    expect(readme).toContain(name);
  },
);
