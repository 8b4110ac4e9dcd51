import { describe, expect, test } from '@jest/globals';
import { languages, phoneCodePurposes } from '@paygate/contracts';
import { noticeText, phoneCodeText } from './phone-message-text.js';

const facts = { code: '042917', merchantName: 'Chez Ada', validMinutes: 5 };
/** The basic set of GSM 03.38, as far as these texts use it. */
const GSM = /^[A-Za-z0-9 .,':éèàù-]+$/;
const TWO_SEGMENTS = 306;

describe.each(languages)('in %s', (language) => {
  test.each(phoneCodePurposes)('a code for %s is said to be for that', (purpose) => {
    const text = phoneCodeText(language, { ...facts, purpose });
    const others = phoneCodePurposes.filter((each) => each !== purpose);
    for (const other of others) expect(phoneCodeText(language, { ...facts, purpose: other })).not.toBe(text);
    expect(text).toMatch(/^042917 .*Chez Ada.* 5 min\./);
    expect(text).toMatch(GSM);
  });

  test('a notice holds no code', () => {
    const text = noticeText(language, 'Chez Ada');
    expect(text).toContain('Chez Ada');
    expect(text).not.toMatch(/[0-9]/);
    expect(text).toMatch(GSM);
  });

  test('the longest name fits into two segments of SMS, and forges no line', () => {
    const merchantName = `${'x'.repeat(60)}\n\u202e`;
    for (const text of [
      noticeText(language, merchantName),
      ...phoneCodePurposes.map((purpose) => phoneCodeText(language, { ...facts, purpose, merchantName })),
    ]) {
      expect(text.length).toBeLessThanOrEqual(TWO_SEGMENTS);
      expect(text).not.toMatch(/[\n\u202e]/);
    }
  });
});

test('are what the customer reads', () => {
  expect(phoneCodeText('fr', { ...facts, purpose: 'registration' })).toBe(
    '042917 est votre code Paygate pour créer votre compte chez Chez Ada. Valable 5 min. Ne le donnez à personne.',
  );
  expect(phoneCodeText('en', { ...facts, purpose: 'password_reset' })).toBe(
    '042917 is your Paygate code for changing your password at Chez Ada. Valid for 5 min. Do not share it.',
  );
});
