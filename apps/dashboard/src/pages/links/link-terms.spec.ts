import { expect, test } from '@jest/globals';
import { en } from '../../i18n/en.js';
import { changedTerms, typedTerms } from './link-terms.js';

const link = {
  ...{ description: 'Club', returnUrl: 'https://shop.example/', maxUses: 50 },
  expiresAt: '2026-12-31T22:59:59.000Z',
};
const typed = (fields: Readonly<Record<string, string>>) => {
  const text = (name: string): string => (fields[name] ?? '').trim();
  return typedTerms({ text, given: (name) => text(name) || undefined }, en.typed);
};
const same = { description: 'Club', returnUrl: 'https://shop.example/', maxUses: '50', expiresAt: '2026-12-31T23:59' };
const changes = (fields: Partial<typeof same>) => {
  const { values } = typed({ ...same, ...fields });
  return values && changedTerms(link, values);
};

test('a form that nobody touched changes nothing, nor the seconds of the end', () => {
  expect(changes({})).toEqual({});
});

test('what is changed is sent, and an empty field removes its term', () => {
  expect(changes({ description: 'Club 2027', maxUses: '1 000' })).toEqual({ description: 'Club 2027', maxUses: 1000 });
  expect(changes({ maxUses: '', returnUrl: '', description: ' ' })).toEqual({
    ...{ maxUses: null, returnUrl: null, description: null },
  });
  expect(changes({ expiresAt: '' })).toEqual({ expiresAt: null });
  expect(changes({ expiresAt: '2027-01-01T00:00' })).toEqual({ expiresAt: '2026-12-31T23:00:00.000Z' });
});

test('uses that are no number are never sent as none', () => {
  for (const maxUses of ['many', '-1', '1.5', '5e3'])
    expect(typed({ ...same, maxUses })).toEqual({ values: undefined, faults: { maxUses: en.typed.count_invalid } });
});
