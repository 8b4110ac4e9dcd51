import type { Language, MemberMail } from '@paygate/contracts';
import { printableName } from './code-text.js';

/** The text of an e-mail to a member. */
export interface MemberMailFacts {
  readonly mail: MemberMail;
  readonly token: string;
  /** The account, in an invitation; empty when it is not named. */
  readonly merchantName: string;
  readonly validHours: number;
}

/** An e-mail in plain text. */
export interface MailText {
  readonly subject: string;
  readonly text: string;
}

/** The mail with a token, which stands in a line of its own. */
export function memberMailText(language: Language, facts: MemberMailFacts): MailText {
  const { subject, why, what } = wordings[language][facts.mail === 'none' ? 'password_reset' : facts.mail];
  const merchant = printableName(facts.merchantName);
  const text = [why(merchant), what(facts.validHours), facts.token, endings[language]].join('\n\n');
  return { subject: subject(merchant), text };
}

interface Wording {
  readonly subject: (merchant: string) => string;
  readonly why: (merchant: string) => string;
  readonly what: (validHours: number) => string;
}

const endings: Readonly<Record<Language, string>> = {
  fr: "Ne le donnez à personne. Si vous n'attendiez pas ce message, ne faites rien.",
  en: 'Do not share it. If you did not expect this message, do nothing.',
};

const wordings: Readonly<Record<Language, Readonly<Record<Exclude<MemberMail, 'none'>, Wording>>>> = {
  fr: {
    invitation: {
      subject: (merchant) =>
        `Invitation ${merchant === '' ? 'à un compte Paygate' : `au compte Paygate de ${merchant}`}`,
      why: (merchant) =>
        `Vous pouvez désormais gérer ${merchant === '' ? 'un compte Paygate' : `le compte Paygate de ${merchant}`}.`,
      what: (hours) => `Pour accepter, voici votre code, valable une fois et ${hours} h :`,
    },
    password_reset: {
      subject: () => 'Votre mot de passe Paygate',
      why: () => 'Un nouveau mot de passe a été demandé pour votre accès au tableau de bord Paygate.',
      what: (hours) => `Pour le choisir, voici votre code, valable une fois et ${hours} h :`,
    },
    account_confirmation: {
      subject: () => 'Votre compte Paygate',
      why: () => 'Un compte marchand Paygate a été demandé avec cette adresse.',
      what: (hours) => `Pour l'ouvrir, voici votre code, valable une fois et ${hours} h :`,
    },
  },
  en: {
    invitation: {
      subject: (merchant) =>
        `Invitation to ${merchant === '' ? 'a Paygate account' : `the Paygate account of ${merchant}`}`,
      why: (merchant) =>
        `You can manage ${merchant === '' ? 'a Paygate account' : `the Paygate account of ${merchant}`} from now on.`,
      what: (hours) => `To accept, use this code, which works once within ${hours} h:`,
    },
    password_reset: {
      subject: () => 'Your Paygate password',
      why: () => 'A new password was asked for, for your access to the Paygate dashboard.',
      what: (hours) => `To choose it, use this code, which works once within ${hours} h:`,
    },
    account_confirmation: {
      subject: () => 'Your Paygate account',
      why: () => 'A Paygate merchant account was asked for with this address.',
      what: (hours) => `To open it, use this code, which works once within ${hours} h:`,
    },
  },
};
