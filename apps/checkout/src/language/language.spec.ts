import { describe, expect, test } from '@jest/globals';
import { exponentOf } from '@paygate/paper';
import { paperMoments, paperMoney } from '@paygate/paper/test';
import { amountText, dateText, timeText } from './formats.js';
import { textsOf } from './languages.js';
import { negotiate } from './negotiate.js';

describe('the language of a page', () => {
  test.each([
    ['en', 'en'],
    ['en-GB,en;q=0.9', 'en'],
    ['de,en;q=0.8,fr;q=0.9', 'fr'],
    ['fr;q=0,en;q=0.1', 'en'],
    ['EN', 'en'],
    ['*', 'fr'],
    ['', 'fr'],
    [undefined, 'fr'],
    ['en;q=NaN', 'fr'],
    ['x'.repeat(5_000), 'fr'],
  ] as const)('for %j is %s', (header, expected) => {
    expect(negotiate(header, ['fr', 'en'])).toBe(expected);
  });

  test('is one of the merchant, and its first where the customer asks for none of them', () => {
    expect(negotiate('en', ['fr'])).toBe('fr');
    expect(negotiate('de', ['en', 'fr'])).toBe('en');
  });
});

/** Texts with what they insert replaced by a mark. */
function sentences(language: 'fr' | 'en', texts: object = textsOf[language]): readonly string[] {
  return Object.values(texts).flatMap((text: unknown) => {
    if (typeof text === 'function') return (text as (...all: unknown[]) => string)('#', '#');
    return typeof text === 'string' ? text : sentences(language, text as object);
  });
}

describe('the texts', () => {
  test('exist in both languages, and differ but for names', () => {
    const [french, english] = [sentences('fr'), sentences('en')];
    expect(french).toHaveLength(english.length);
    const same = french.filter((text, index) => text === english[index]);
    expect(new Set(same)).toEqual(new Set(['Mobile money', 'Code', 'Date']));
  });

  test('in French have typographic apostrophes, and a space before high punctuation', () => {
    for (const text of sentences('fr')) {
      expect(text).not.toContain("'");
      expect(text).not.toMatch(/[^\s?!][?!;:](\s|$)/);
    }
  });
});

describe('formats', () => {
  test.each(paperMoney)('write $money.amount $money.currency as every paper does', ({ money, page }) => {
    const priced = { ...money, currencyExponent: exponentOf(money.currency) };
    for (const language of ['fr', 'en'] as const) expect(amountText(priced, language)).toBe(page[language]);
  });

  test.each(paperMoments)('write %s in the zone of the market, which a date names', (moment, _day, en, fr) => {
    expect(timeText(moment, 'fr')).toBe(fr.slice(-5));
    expect(dateText(moment, 'en')).toMatch(new RegExp(`${en.slice(-5)} \\(Douala time\\)$`));
    expect(dateText(moment, 'fr')).toContain('(heure de Douala)');
  });
});
