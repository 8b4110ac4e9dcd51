import { describe, expect, it } from '@jest/globals';
import { isRefusal } from '@paygate/contracts';
import type { Link, LinkTerms } from './link.js';
import { changeRefusal, linkStatus, made, nextAmount, referenceOf, termsRefusal } from './link.js';

const bounds = { min: 100n, max: 1_000n };
const createdAt = new Date('2026-11-20T10:00:00.000Z');
const later = new Date('2026-11-20T11:00:00.000Z');
const fixed: LinkTerms = {
  ...{ id: 'pl_1', merchantId: 'mer_1', mode: 'test', currency: 'XAF', description: null, returnUrl: null },
  ...{ amount: 500n, minAmount: null, maxAmount: null, referencePattern: null, maxUses: null },
  ...{ checkoutRetries: 3, actor: null, createdAt, expiresAt: null },
};
const open: LinkTerms = { ...fixed, amount: null, minAmount: 200n, maxAmount: 400n };
const link = (change: Partial<Link> = {}): Link => ({ ...made(fixed), ...change });
const openLink = (change: Partial<Link> = {}): Link => ({ ...made(open), ...change });

/** The amount, or the code and parameter of the refusal. */
const next = (asked: Link, named?: bigint, now = createdAt): string => {
  const amount = nextAmount(asked, now, named);
  return typeof amount === 'bigint' ? String(amount) : `${amount.code} ${amount.param ?? ''}`.trim();
};

describe('the terms of a link', () => {
  it.each<[string, Partial<LinkTerms>]>([
    ['a fixed amount', {}],
    ['an open amount', open],
    ['one reference for one use', { referencePattern: 'invoice-7', maxUses: 1 }],
    ['a reference with the number of the payment', { referencePattern: 'invoice-{n}' }],
    ['an end in the future', { expiresAt: later }],
  ])('may be %s', (_name, change) => {
    expect(termsRefusal({ ...fixed, ...change }, bounds)).toBeUndefined();
  });

  it.each<[string, Partial<LinkTerms>]>([
    ['amount_too_small amount', { amount: 99n }],
    ['amount_too_large amount', { amount: 1_001n }],
    ['amount_too_small minAmount', { ...open, minAmount: 99n }],
    ['amount_too_large maxAmount', { ...open, maxAmount: 1_001n }],
    ['parameter_invalid maxAmount', { ...open, minAmount: 400n, maxAmount: 399n }],
    ['parameter_invalid referencePattern', { referencePattern: 'invoice-7' }],
    ['parameter_invalid referencePattern', { referencePattern: 'invoice-7', maxUses: 2 }],
    ['parameter_invalid referencePattern', { referencePattern: '{n}/c-{n}' }],
    ['parameter_invalid expiresAt', { expiresAt: createdAt }],
  ])('are refused: %s', (expected, change) => {
    const refusal = termsRefusal({ ...fixed, ...change }, bounds);
    expect(refusal && isRefusal(refusal) && `${refusal.code} ${String(refusal.param)}`).toBe(expected);
  });
});

describe('changed terms of a link', () => {
  it.each<[string | undefined, Partial<LinkTerms>, Parameters<typeof changeRefusal>[1]]>([
    [undefined, {}, { description: 'x', returnUrl: null, maxUses: 5, expiresAt: null }],
    [undefined, { expiresAt: createdAt }, { description: 'of an expired link' }],
    ['expiresAt', {}, { expiresAt: later }],
    [undefined, { referencePattern: '{n}', maxUses: 1 }, { maxUses: null }],
    ['maxUses', { referencePattern: 'invoice-7', maxUses: 1 }, { maxUses: null }],
    ['maxUses', { referencePattern: 'invoice-7', maxUses: 1 }, { maxUses: 2 }],
    [undefined, { referencePattern: 'invoice-7', maxUses: 1 }, { description: null }],
  ])('are refused for %s', (param, terms, changed) => {
    expect(changeRefusal({ ...fixed, ...terms }, changed, later)?.param).toBe(param);
  });
});

describe('the status of a link', () => {
  it.each<[string, Partial<Link>, Date]>([
    ['active', {}, createdAt],
    ['active', { expiresAt: later }, new Date(later.getTime() - 1)],
    ['expired', { expiresAt: later }, later],
    ['active', { maxUses: 2, uses: 1 }, createdAt],
    ['used_up', { maxUses: 2, uses: 2 }, createdAt],
    ['expired', { maxUses: 2, uses: 2, expiresAt: later }, later],
    ['inactive', { active: false, expiresAt: later }, later],
  ])('is %s', (status, change, now) => {
    expect(linkStatus(link(change), now)).toBe(status);
  });
});

describe('the amount of the next payment', () => {
  it.each<[string, Link, bigint | undefined]>([
    ['500', link(), undefined],
    ['parameter_invalid amount', link(), 500n],
    ['parameter_missing amount', openLink(), undefined],
    ['200', openLink(), 200n],
    ['400', openLink(), 400n],
    ['amount_too_small amount', openLink(), 199n],
    ['amount_too_large amount', openLink(), 401n],
    ['payment_link_inactive', link({ active: false }), undefined],
    ['payment_link_used_up', link({ maxUses: 1, uses: 1 }), undefined],
    ['payment_link_expired', link({ expiresAt: createdAt }), undefined],
  ])('is %s', (expected, asked, named) => {
    expect(next(asked, named)).toBe(expected);
  });
});

it('a reference has the number of its payment in each place of the pattern', () => {
  expect(referenceOf({ referencePattern: 'c-{n}/x' }, 12)).toBe('c-12/x');
  expect(referenceOf({ referencePattern: null }, 12)).toBeNull();
});
