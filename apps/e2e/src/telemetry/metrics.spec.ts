import { expect, test } from '@jest/globals';
import { eventually, readStack } from '@paygate/testing';
import { allQueries, metricsIn, recordedMetrics } from './queries.js';

const stack = readStack();
/** Prometheus itself makes it. */
const OF_PROMETHEUS = ['up'];

/** The text of all metrics of all processes. */
async function scrape(): Promise<string> {
  const texts = stack.services
    .filter(({ service }) => service !== 'rail-simulator')
    .map(async ({ healthUrl }) => (await fetch(new URL('/metrics', healthUrl))).text());
  return (await Promise.all(texts)).join('\n');
}

/** The names under which Prometheus stores the metrics of a scrape. */
function storedNames(text: string): ReadonlySet<string> {
  const declared = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  return new Set(
    declared.flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  );
}

test('every metric of an alert, panel or autoscaler is emitted by a running service', async () => {
  const known = new Set([...storedNames(await scrape()), ...recordedMetrics(), ...OF_PROMETHEUS]);
  const queries = allQueries();
  expect(queries.length).toBeGreaterThan(30);
  const unknown = queries.flatMap((query) =>
    metricsIn(query)
      .filter((name) => !known.has(name))
      .map((name) => `${query.place}: ${name}`),
  );
  expect(unknown).toEqual([]);
});

test('metrics have no ids, phone numbers or addresses as labels', async () => {
  const text = await scrape();
  expect(text).not.toMatch(/="[^"]*(_[0-9a-hjkmnp-tv-z]{26}|\+?\d{8,}|@[^"]*\.)[^"]*"/);
});

test('the ledger of the stack sums to zero', async () => {
  const sums = await eventually(async () => {
    const found = [...(await scrape()).matchAll(/^paygate_ledger_imbalance_minor_units\{.*\} (\S+)$/gm)];
    return found.length > 0 ? found.map(([, sum]) => sum) : undefined;
  });
  expect(new Set(sums)).toEqual(new Set(['0']));
});
