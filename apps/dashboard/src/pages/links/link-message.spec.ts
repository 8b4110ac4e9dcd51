import { expect, test } from '@jest/globals';
import { en } from '../../i18n/en.js';
import { fr } from '../../i18n/fr.js';
import { linkMessage, whatsAppUrl } from './link-message.js';

const url = 'https://pay.example/p/1?a=b&c=d#e';
const money = (amount: string, currency: string): string => `${amount} ${currency}`;
const link = { description: 'Gâteau & café', amount: '5000', currency: 'XAF', currencyExponent: 0 } as const;

test('a message names what is paid and how much, and its last line is the address alone', () => {
  expect(linkMessage(link, url, { t: fr, money })).toBe(`Gâteau & café – 5000 XAF\n${fr.links.payHere}\n${url}`);
  expect(linkMessage({ ...link, description: null }, url, { t: en, money })).toBe(
    `5000 XAF\n${en.links.payHere}\n${url}`,
  );
  expect(linkMessage({ ...link, amount: null }, url, { t: en, money })).toContain('Gâteau & café\n');
  expect(linkMessage({ ...link, description: '', amount: null }, url, { t: en, money })).toBe(
    `${en.links.payHere}\n${url}`,
  );
});

test('WhatsApp gets the message as it is, whatever is in it', () => {
  const message = linkMessage(link, url, { t: fr, money });
  const sent = new URL(whatsAppUrl(message));
  expect([sent.origin, sent.pathname, [...sent.searchParams.keys()]]).toEqual(['https://wa.me', '/', ['text']]);
  expect(sent.searchParams.get('text')).toBe(message);
});
