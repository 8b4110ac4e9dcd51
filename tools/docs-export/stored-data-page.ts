import type { Stores } from '@paygate/contracts';
import { operationList, storedFor } from '@paygate/contracts';

/** What bounds the rows of an operation in test mode, as the page says it. */
const bounds: Readonly<Record<Stores['bound'], string>> = {
  account: 'the quota of the account',
  person: 'the quota of the person',
  address: 'the limits of a network and of an e-mail address',
  ended: 'nothing: it ends, once, what has counted',
  nothing: 'nothing: it stores nothing',
};

/** The page that lists what each operation stores, and for how long. */
export function storedDataPage(): string {
  const rows = operationList.flatMap(({ method, path, stores }) =>
    stores === undefined ? [] : [`| \`${method} ${path}\` | ${thingsOf(stores)} | ${bounds[stores.bound]} |`],
  );
  const kept = Object.entries(storedFor).map(([thing, days]) => `| ${nameOf(thing)} | ${keptFor(days)} |`);
  return `# What operations store

The declaration of each operation says what a success stores. In test mode, whose data is free of charge, this is bounded by the quota of a
day: [ADR 53](../adr/0053-quota-of-test-data.md). Operations that are not listed only read. Besides, each request is a line of the request log.

| Operation | Stores | Bounded in test mode by |
| --- | --- | --- |
${rows.join('\n')}

## How long it is kept

| | In test mode |
| --- | --- |
${kept.join('\n')}
`;
}

function thingsOf({ things }: Stores): string {
  return things.length === 0 ? 'nothing' : things.map(nameOf).join(', ');
}

function nameOf(thing: string): string {
  return thing.replaceAll('_', ' ');
}

function keptFor(days: number | null): string {
  return days === null ? 'until it is deleted, or for ever' : `at most ${days} days`;
}
