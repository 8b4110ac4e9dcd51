import { describe, expect, test } from '@jest/globals';
import type { PaymentMetricsCommand } from '@paygate/contracts';
import { debianZones } from '@paygate/testing';
import { Clock, newId } from '@paygate/platform';
import type { PaymentMetricsRepository } from './payment-metrics.repository.js';
import { ReadMetrics } from './read-metrics.js';

/** PostgreSQL with the zones of Debian 13, and the zones that it was asked to count by. */
const zones = new Map(debianZones.map((name) => [name.toLowerCase(), name]));
const counted: string[] = [];
const metrics = {
  zoneNamed: (name: string) => Promise.resolve(zones.get(name.toLowerCase())),
  within: ({ timeZone }: { timeZone: string }) => {
    counted.push(timeZone);
    return Promise.resolve([]);
  },
} as unknown as PaymentMetricsRepository;
const reading = new ReadMetrics(metrics, new Clock());

async function zoneOf(timeZone: string): Promise<string | undefined> {
  const command = { merchantId: newId('merchant'), mode: 'test', currency: 'XAF', granularity: 'day', utcOffset: 0 };
  const reply = await reading.read({ ...command, timeZone } as PaymentMetricsCommand);
  return reply.ok ? counted.at(-1) : undefined;
}

/** Names that Chromium and Node report, and that Debian 13 has in another package than PostgreSQL reads. */
const formerNames = (
  'Africa/Asmera America/Buenos_Aires America/Catamarca America/Cordoba America/Godthab America/Indianapolis America/Jujuy ' +
  'America/Louisville America/Mendoza Asia/Calcutta Asia/Katmandu Asia/Rangoon Asia/Saigon Atlantic/Faeroe Europe/Kiev ' +
  'Pacific/Enderbury Pacific/Ponape Pacific/Truk'
).split(' ');

/** Guarantees that the overview of every member finds the days of the zone that the browser reports. */
describe('a time zone', () => {
  test('of Node, Chromium or Debian is one that Debian 13 has, in capitals and in small letters', async () => {
    const names = new Set([...Intl.supportedValuesOf('timeZone'), ...formerNames, ...debianZones]);
    expect(names.size).toBeGreaterThan(450);
    const spellings = [...names].flatMap((name) => [name, name.toLowerCase(), name.toUpperCase()]);
    const unknown: string[] = [];
    for (const name of spellings) if (!debianZones.includes((await zoneOf(name)) ?? '')) unknown.push(name);
    expect(unknown).toEqual([]);
  });

  test.each(formerNames)('by its former name %s has the same offsets', async (name) => {
    const zone = await zoneOf(name);
    const offsets = [name, zone].map((timeZone = '') => {
      const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
      return [1, 4, 7, 10].map((month) => format.format(new Date(Date.UTC(2026, month, 1))));
    });
    expect(offsets[0]).toEqual(offsets[1]);
  });

  test.each(['Mars/Olympus', 'x', 'Asia/Calcutta ', '__proto__', 'constructor'])('is not %j', async (name) => {
    expect(await zoneOf(name)).toBeUndefined();
  });
});
