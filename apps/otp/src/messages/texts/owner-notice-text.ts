import type { ActedDestination, Language, Mode, OwnerNotice } from '@paygate/contracts';
import { momentText } from '@paygate/paper';
import { printableName } from './code-text.js';
import type { MailText, MemberMailFacts } from './mail-facts.js';

/** The mail that notifies an owner of a change of where the account's money may go, and what to do if no owner wanted it. */
export function ownerNoticeText(
  language: Language,
  notice: OwnerNotice,
  { merchantName, about = 'live', dashboardUrl, destination }: NoticeFacts,
): MailText {
  const words = wordings[language];
  const merchant = printableName(merchantName);
  const { subject, what, otherwise } = words[notice];
  const account = words.account(merchant);
  const link = dashboardUrl === undefined ? [] : [`${dashboardUrl}/payouts/destinations`];
  return { subject, text: [what(`${account}, ${words.modes[about]}`, destination), otherwise, ...link].join('\n\n') };
}

type NoticeFacts = Pick<MemberMailFacts, 'merchantName' | 'about' | 'dashboardUrl' | 'destination'>;

interface Notice {
  readonly subject: string;
  /** About a destination of an account in a mode. An act of a version before does not have the destination. */
  readonly what: (account: string, destination: ActedDestination | undefined) => string;
  /** The advice to a reader who did not expect it. */
  readonly otherwise: string;
}

interface Words extends Readonly<Record<OwnerNotice, Notice>> {
  readonly account: (merchant: string) => string;
  readonly modes: Readonly<Record<Mode, string>>;
}

const wordings: Readonly<Record<Language, Words>> = {
  fr: {
    account: (merchant) => (merchant === '' ? 'de votre compte Paygate' : `du compte Paygate de ${merchant}`),
    modes: { test: 'en mode test', live: 'en mode réel' },
    payout_destination_added: {
      subject: 'Nouvelle destination de versement Paygate',
      what: (account, destination) =>
        destination === undefined
          ? `Un numéro a été ajouté aux destinations de versement ${account}. En mode réel, aucun versement n'y part pendant les 48 premières heures.`
          : `Le numéro ${destination.phoneMasked} a été ajouté aux destinations de versement ${account}. Aucun versement n'y part avant le ${momentText(destination.usableAt, 'fr', 'long')} (heure de Douala).`,
      otherwise:
        "Si ni vous ni un autre propriétaire n'avez voulu cet ajout : révoquez la destination tout de suite dans le tableau de bord, changez votre mot de passe, puis vérifiez les membres et les clés du compte.",
    },
    payout_destination_revoked: {
      subject: 'Destination de versement Paygate révoquée',
      what: (account, destination) =>
        `Une destination de versement ${account}, a été révoquée${destination === undefined ? '' : ` : ${destination.phoneMasked}`}. Plus aucun versement n'y part.`,
      otherwise:
        "Si ni vous ni un autre propriétaire n'avez voulu cette révocation : changez votre mot de passe, puis vérifiez les membres et le journal d'audit du compte dans le tableau de bord.",
    },
  },
  en: {
    account: (merchant) => (merchant === '' ? 'your Paygate account' : `the Paygate account of ${merchant}`),
    modes: { test: 'in test mode', live: 'in live mode' },
    payout_destination_added: {
      subject: 'New Paygate payout destination',
      what: (account, destination) =>
        destination === undefined
          ? `A number was added to the payout destinations of ${account}. In live mode no payout goes there for the first 48 hours.`
          : `The number ${destination.phoneMasked} was added to the payout destinations of ${account}. No payout goes there before ${momentText(destination.usableAt, 'en', 'long')} (Douala time).`,
      otherwise:
        'If neither you nor another owner wanted this: revoke the destination in the dashboard at once, change your password, and check the members and keys of the account.',
    },
    payout_destination_revoked: {
      subject: 'Paygate payout destination revoked',
      what: (account, destination) =>
        `A payout destination of ${account}, was revoked${destination === undefined ? '' : `: ${destination.phoneMasked}`}. No further payout goes there.`,
      otherwise:
        'If neither you nor another owner wanted this: change your password, and check the members and the audit log of the account in the dashboard.',
    },
  },
};
