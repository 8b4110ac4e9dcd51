import type { Language, PhoneCodePurpose } from '@paygate/contracts';
import { printableName } from './message-text.js';

/** What a message about an account says. */
export interface PhoneMessageFacts {
  readonly purpose: PhoneCodePurpose;
  readonly code: string;
  readonly merchantName: string;
  readonly validMinutes: number;
}

/** The text that carries a code. Only characters of the GSM 7-bit alphabet, and the code first, as with payments. */
export function phoneCodeText(language: Language, facts: PhoneMessageFacts): string {
  const { purpose, code, merchantName, validMinutes } = facts;
  const what = purposes[language][purpose](printableName(merchantName));
  return language === 'fr'
    ? `${code} est votre code Paygate pour ${what}. Valable ${validMinutes} min. Ne le donnez à personne.`
    : `${code} is your Paygate code for ${what}. Valid for ${validMinutes} min. Do not share it.`;
}

/** What the owner of a registered number reads when somebody would register it. There is no code in it. */
export function noticeText(language: Language, merchantName: string): string {
  const merchant = printableName(merchantName);
  return language === 'fr'
    ? `Ce numéro a déjà un compte Paygate. Pour ${merchant}, connectez-vous, ou changez de mot de passe. Si ce n'était pas vous, ne faites rien.`
    : `This number has a Paygate account already. For ${merchant}, sign in, or change your password. If it was not you, do nothing.`;
}

type Phrase = (merchant: string) => string;
const purposes: Readonly<Record<Language, Readonly<Record<PhoneCodePurpose, Phrase>>>> = {
  fr: {
    registration: (merchant) => `créer votre compte chez ${merchant}`,
    password_reset: (merchant) => `changer de mot de passe chez ${merchant}`,
  },
  en: {
    registration: (merchant) => `opening your account at ${merchant}`,
    password_reset: (merchant) => `changing your password at ${merchant}`,
  },
};
