import { randomUUID } from 'node:crypto';
import type { Shop } from './shop.js';

/** Pairs of bodies that ask for something else: the second is refused under the key of the first. */
const others: readonly (readonly [what: string, first: string, second: string])[] = [
  ['the order of an array', metadata('{"a":[1,2]}'), metadata('{"a":[2,1]}')],
  ['1 and 1.0', metadata('{"a":1}'), metadata('{"a":1.0}')],
  ['"1" and 1', metadata('{"a":"1"}'), metadata('{"a":1}')],
  ['capitals', metadata('{"a":"x"}'), metadata('{"a":"X"}')],
  ['null in metadata', metadata('{"a":1}'), metadata('{"a":1,"b":null}')],
];

function metadata(text: string): string {
  return `{"amount":"5000","currency":"XAF","metadata":${text}}`;
}

/** Sends each pair, and two spellings of one request. Returns the number of faults. */
export async function otherRequests(shop: Shop): Promise<number> {
  let faults = 0;
  for (const [what, first, second] of others) {
    const key = randomUUID();
    const statusOf = async (text: string) => (await shop.post('/gateway', text, key)).status;
    const statuses = [await statusOf(first), await statusOf(second)].join(' ');
    if (statuses !== '201 422') faults += 1;
    console.log(`${what}: ${statuses}`);
  }
  return faults;
}
