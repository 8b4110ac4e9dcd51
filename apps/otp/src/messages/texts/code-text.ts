import type { Currency, Language, PhoneCodePurpose } from '@paygate/contracts';
import { moneyText } from '@paygate/paper';

/** The text of a message with a code. A payment without an amount is any one payment at the merchant; a withdrawal has its amount there. */
export interface CodeFacts {
  readonly code: string;
  readonly purpose: 'payment' | PhoneCodePurpose;
  readonly merchantName: string;
  readonly payment: { readonly amount: bigint; readonly currency: Currency } | null;
  readonly validMinutes: number;
}

/**
 * Longer names are cut, so that a text stays within two segments of SMS; three for a name with a character that the GSM
 * 7-bit alphabet lacks, such as ê.
 */
const NAME_CHARACTERS = 40;

/**
 * The text that the customer reads. The code comes first: a lock screen shows it, and keyboards offer it. Only characters of the
 * GSM 7-bit alphabet: one other character more than halves what a segment of SMS holds.
 */
export function codeText(language: Language, facts: CodeFacts): string {
  const { code, validMinutes } = facts;
  const what = purposeText(language, facts);
  return language === 'fr'
    ? `${code} est votre code Paygate pour ${what}. Valable ${validMinutes} min. Ne le donnez à personne.`
    : `${code} is your Paygate code for ${what}. Valid for ${validMinutes} min. Do not share it.`;
}

/** Subject of the e-mail. It never holds the code: subjects are shown and logged where bodies are not. */
export function codeSubject(language: Language): string {
  return language === 'fr' ? 'Votre code de paiement' : 'Your payment code';
}

/** The notice that the owner of a registered number reads when somebody tries to register it. It holds no code. */
export function noticeText(language: Language, merchantName: string): string {
  const merchant = printableName(merchantName);
  return language === 'fr'
    ? `Ce numéro a déjà un compte Paygate. Pour ${merchant}, connectez-vous, ou changez de mot de passe. Si ce n'était pas vous, ne faites rien.`
    : `This number has a Paygate account already. For ${merchant}, sign in, or change your password. If it was not you, do nothing.`;
}

/** A merchant chose this name: no line breaks, invisible or direction-changing characters that could forge a text. */
export function printableName(name: string): string {
  const visible = name
    .replace(/[\p{Z}\s]+/gu, ' ')
    .replace(/\p{C}/gu, '')
    .trim();
  const characters = Array.from(visible);
  return characters.length <= NAME_CHARACTERS ? visible : `${characters.slice(0, NAME_CHARACTERS - 3).join('')}...`;
}

const LINE_CHARACTERS = 120;

/** A merchant chose this text: it stays one line, and cannot look like another part of the message. */
export function printableLine(text: string): string {
  const line = text
    .replace(/[\p{Z}\s]+/gu, ' ')
    .replace(/\p{C}/gu, '')
    .trim();
  const characters = Array.from(line);
  return characters.length <= LINE_CHARACTERS ? line : `${characters.slice(0, LINE_CHARACTERS - 3).join('')}...`;
}

function purposeText(language: Language, { purpose, payment, merchantName }: CodeFacts): string {
  const merchant = printableName(merchantName);
  const isFrench = language === 'fr';
  switch (purpose) {
    case 'registration':
      return isFrench ? `créer votre compte chez ${merchant}` : `opening your account at ${merchant}`;
    case 'password_reset':
      return isFrench ? `changer de mot de passe chez ${merchant}` : `changing your password at ${merchant}`;
    case 'withdrawal': {
      const amount = payment === null ? '' : ` ${amountText(payment, language)}`;
      return isFrench ? `retirer${amount} de votre portefeuille` : `withdrawing${amount} from your wallet`;
    }
    case 'payment': {
      if (payment === null) return isFrench ? `un seul paiement chez ${merchant}` : `one payment at ${merchant}`;
      const amount = amountText(payment, language);
      return isFrench ? `payer ${amount} à ${merchant}` : `paying ${amount} to ${merchant}`;
    }
  }
}

function amountText({ amount, currency }: NonNullable<CodeFacts['payment']>, language: Language): string {
  return moneyText({ amount: amount.toString(), currency }, language, 'message');
}
