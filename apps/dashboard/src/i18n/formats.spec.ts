import { expect, test } from '@jest/globals';
import { paperMoments, paperMoney } from '@paygate/paper/test';
import { formatsOf } from './formats.js';

test.each(paperMoney)('$money.amount $money.currency is written as on every paper', ({ money, page }) => {
  for (const language of ['fr', 'en'] as const)
    expect(formatsOf(language).money(money.amount, money.currency)).toBe(page[language]);
});

test.each(paperMoments)(
  '%s is in its day of Africa/Douala, in whatever zone the browser is',
  (moment, _day, en, fr) => {
    // the year of now is left out
    expect(en).toContain(
      formatsOf('en')
        .moment(moment)
        .replace(/ \d{4}/, '')
        .split(',')[0] ?? '?',
    );
    expect(formatsOf('en').time(moment).startsWith(en)).toBe(true);
    expect(formatsOf('fr').time(moment).startsWith(fr)).toBe(true);
    expect(formatsOf('fr').hour(moment)).toBe(fr.slice(-5));
  },
);
