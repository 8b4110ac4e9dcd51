import type { Language, MemberMail, NoticeKind, OwnerNotice } from '@paygate/contracts';
import { noticeKinds, ownerNotices } from '@paygate/contracts';
import { chosenNoticeText } from './chosen-notice-text.js';
import { printableName } from './code-text.js';
import type { MailText, MemberMailFacts } from './mail-facts.js';
import { ownerNoticeText } from './owner-notice-text.js';

/** The mail with a token, which stands in a line of its own. A link holds it where no browser sends it: behind the `#`. */
export function memberMailText(language: Language, facts: MemberMailFacts): MailText {
  if (isNotice(facts.mail)) return ownerNoticeText(language, facts.mail, facts);
  if (isChosen(facts.mail)) return chosenNoticeText(language, facts.mail, facts);
  const mail = facts.mail === 'none' ? 'password_reset' : facts.mail;
  const { subject, why, what } = wordings[language][mail];
  const merchant = printableName(facts.merchantName);
  const { dashboardUrl, token } = facts;
  const link = dashboardUrl === undefined ? [] : [`${links[language]}\n${dashboardUrl}/${pages[mail]}#token=${token}`];
  const text = [why(merchant), what(facts.validHours), token, ...link, endings[language]].join('\n\n');
  return { subject: subject(merchant), text };
}

type TokenMail = Exclude<MemberMail, OwnerNotice | NoticeKind | 'none'>;

function isNotice(mail: MemberMail): mail is OwnerNotice {
  return ownerNotices.some((notice) => notice === mail);
}

function isChosen(mail: MemberMail): mail is NoticeKind {
  return noticeKinds.some((kind) => kind === mail);
}

interface Wording {
  readonly subject: (merchant: string) => string;
  readonly why: (merchant: string) => string;
  readonly what: (validHours: number) => string;
}

const pages = {
  invitation: 'accept-invitation',
  password_reset: 'reset-password',
  account_confirmation: 'confirm-account',
} as const satisfies Readonly<Record<TokenMail, string>>;

const links: Readonly<Record<Language, string>> = {
  fr: 'Ou ouvrez cette page, où le code est déjà rempli :',
  en: 'Or open this page, which fills in the code:',
};

const endings: Readonly<Record<Language, string>> = {
  fr: "Ne donnez ce code à personne. Si vous n'attendiez pas ce message, ne faites rien.",
  en: 'Do not share this code. If you did not expect this message, do nothing.',
};

const wordings: Readonly<Record<Language, Readonly<Record<TokenMail, Wording>>>> = {
  fr: {
    invitation: {
      subject: (merchant) =>
        `Invitation ${merchant === '' ? 'à un compte Paygate' : `au compte Paygate de ${merchant}`}`,
      why: (merchant) =>
        `Vous êtes invité à gérer ${merchant === '' ? 'un compte Paygate' : `le compte Paygate de ${merchant}`}.`,
      what: (hours) => `Pour accepter, voici votre code, valable une seule fois et pendant ${hours} h :`,
    },
    password_reset: {
      subject: () => 'Votre mot de passe Paygate',
      why: () => 'Un nouveau mot de passe a été demandé pour votre accès au tableau de bord Paygate.',
      what: (hours) => `Pour le choisir, voici votre code, valable une seule fois et pendant ${hours} h :`,
    },
    account_confirmation: {
      subject: () => 'Votre compte Paygate',
      why: () => 'Un compte marchand Paygate a été demandé avec cette adresse.',
      what: (hours) => `Pour l'ouvrir, voici votre code, valable une seule fois et pendant ${hours} h :`,
    },
  },
  en: {
    invitation: {
      subject: (merchant) =>
        `Invitation to ${merchant === '' ? 'a Paygate account' : `the Paygate account of ${merchant}`}`,
      why: (merchant) =>
        `You are invited to manage ${merchant === '' ? 'a Paygate account' : `the Paygate account of ${merchant}`}.`,
      what: (hours) => `To accept, use this code, which works once within ${hours} h:`,
    },
    password_reset: {
      subject: () => 'Your Paygate password',
      why: () => 'A new password was requested for your access to the Paygate dashboard.',
      what: (hours) => `To choose it, use this code, which works once within ${hours} h:`,
    },
    account_confirmation: {
      subject: () => 'Your Paygate account',
      why: () => 'A Paygate merchant account was requested with this address.',
      what: (hours) => `To open it, use this code, which works once within ${hours} h:`,
    },
  },
};
