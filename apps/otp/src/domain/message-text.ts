import type { Currency, Language } from '@paygate/contracts';
import { displayAmount } from './display-amount.js';

/** What a message says. Without an amount it speaks of one payment at the merchant. */
export interface MessageFacts {
  readonly code: string;
  readonly merchantName: string;
  readonly payment: { readonly amount: bigint; readonly currency: Currency } | null;
  readonly validMinutes: number;
}

/**
 * Longer names are cut, so that a text stays within two segments of SMS; three for a name with a character that the GSM
 * 7-bit alphabet lacks, such as ê.
 */
const NAME_CHARACTERS = 40;

/** The text that the customer reads. The code comes first: a lock screen shows it, and keyboards offer it. */
export function messageText(language: Language, facts: MessageFacts): string {
  return texts[language](facts, printableName(facts.merchantName));
}

/** Subject of the e-mail. It never holds the code: subjects are shown and logged where bodies are not. */
export function messageSubject(language: Language): string {
  return subjects[language];
}

// Only characters of the GSM 7-bit alphabet: one other character more than halves what a segment of SMS holds.
const texts: Readonly<Record<Language, (facts: MessageFacts, merchant: string) => string>> = {
  fr: ({ code, payment, validMinutes }, merchant) =>
    `${code} est votre code Paygate pour ` +
    (payment === null ? `un seul paiement chez ${merchant}` : `payer ${displayAmount(payment, 'fr')} à ${merchant}`) +
    `. Valable ${validMinutes} min. Ne le donnez à personne.`,
  en: ({ code, payment, validMinutes }, merchant) =>
    `${code} is your Paygate code for ` +
    (payment === null ? `one payment at ${merchant}` : `paying ${displayAmount(payment, 'en')} to ${merchant}`) +
    `. Valid for ${validMinutes} min. Do not share it.`,
};

const subjects: Readonly<Record<Language, string>> = {
  fr: 'Votre code de paiement',
  en: 'Your payment code',
};

/** A merchant chose this name: no line breaks, invisible or direction-changing characters that could forge a text. */
export function printableName(name: string): string {
  const visible = name
    .replace(/[\p{Z}\s]+/gu, ' ')
    .replace(/\p{C}/gu, '')
    .trim();
  const characters = Array.from(visible);
  return characters.length <= NAME_CHARACTERS ? visible : `${characters.slice(0, NAME_CHARACTERS - 3).join('')}...`;
}
