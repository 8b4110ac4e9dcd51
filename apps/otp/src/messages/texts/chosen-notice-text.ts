import type { Language, NoticeFacts, NoticeKind, NoticeSum } from '@paygate/contracts';
import { momentText, moneyText } from '@paygate/paper';
import { printableLine, printableName } from './code-text.js';
import type { MailText, MemberMailFacts } from './mail-facts.js';

/**
 * The mail of a notice that a member has chosen, with the page of the dashboard that shows more and the one that stops such mails. Both lie behind the
 * sign-in, and opening them changes nothing. The address that stops them at once is for the mail provider, and no part of the text.
 */
export function chosenNoticeText(language: Language, kind: NoticeKind, mail: MailFacts): MailText {
  const { merchantName, dashboardUrl, token, facts = {}, isLastOfDay = false } = mail;
  const words = wordings[language];
  const { subject, what, otherwise } = words[kind];
  const linkTo = (page: string) => (dashboardUrl === undefined ? [] : [`${dashboardUrl}/${page}`]);
  const parts = [
    what(words.account(printableName(merchantName)), facts),
    ...(otherwise === undefined ? [] : [otherwise]),
    ...linkTo(pages[kind](facts)),
    ...(isLastOfDay ? [words.last] : []),
    ...[words.stop, ...linkTo('settings/security')],
  ];
  const [stopUrl] = token === '' ? [] : linkTo(`notices/stop?token=${token}`);
  return { subject: subject(facts), text: parts.join('\n\n'), ...(stopUrl === undefined ? {} : { stopUrl }) };
}

type MailFacts = Pick<MemberMailFacts, 'merchantName' | 'token' | 'dashboardUrl' | 'facts' | 'isLastOfDay'>;

/** The page of the dashboard about each kind. */
const pages: Readonly<Record<NoticeKind, (facts: NoticeFacts) => string>> = {
  payment: ({ subject }) => (subject === undefined ? 'payments' : `payments/${subject}`),
  daily_sum: () => 'payments',
  payout_failed: () => 'payouts',
  endpoint_failing: ({ subject }) => (subject === undefined ? 'webhooks' : `webhooks/${subject}`),
  key_created: () => 'settings/api-keys',
  destination_added: () => 'payouts/destinations',
};

interface Notice {
  readonly subject: (facts: NoticeFacts) => string;
  readonly what: (account: string, facts: NoticeFacts) => string;
  readonly otherwise?: string;
}

interface Words extends Readonly<Record<NoticeKind, Notice>> {
  readonly account: (merchant: string) => string;
  /** The last mail of a kind in a day. */
  readonly last: string;
  readonly stop: string;
}

const moneyOf = (language: Language, { money }: NoticeFacts): string =>
  money === undefined ? '' : moneyText(money, language, 'message');
/** The payments, and the refunds where there are any. */
const sumsOf = (language: Language, { sums = [] }: NoticeFacts): string =>
  sums.map((sum) => `- ${sumText[language](sum)}`).join('\n');
const sumText: Readonly<Record<Language, (sum: NoticeSum) => string>> = {
  fr: ({ currency, payments, paid, refunds, refunded }) =>
    [
      `${payments} paiement${payments > 1 ? 's' : ''} : ${moneyOf('fr', { money: { amount: paid, currency } })}`,
      ...(refunds === 0
        ? []
        : [
            `${refunds} remboursement${refunds > 1 ? 's' : ''} : ${moneyOf('fr', { money: { amount: refunded, currency } })}`,
          ]),
    ].join(' ; '),
  en: ({ currency, payments, paid, refunds, refunded }) =>
    [
      `${payments} payment${payments === 1 ? '' : 's'}: ${moneyOf('en', { money: { amount: paid, currency } })}`,
      ...(refunds === 0
        ? []
        : [
            `${refunds} refund${refunds === 1 ? '' : 's'}: ${moneyOf('en', { money: { amount: refunded, currency } })}`,
          ]),
    ].join('; '),
};
const timeOf = (language: Language, moment: string | undefined): string =>
  moment === undefined ? '' : momentText(moment, language, 'long');
const countOf = ({ sums = [] }: NoticeFacts): number => sums.reduce((count, { payments }) => count + payments, 0);
/** The payer and the reference of the merchant, where they are known. */
const detailsOf = (language: Language, { phoneMasked, reference }: NoticeFacts): string => {
  const [from, order] = language === 'fr' ? ['de', 'Référence : '] : ['from', 'Reference: '];
  const who = phoneMasked === undefined ? '' : `, ${from} ${phoneMasked}`;
  return `${who}.${reference === undefined ? '' : ` ${order}${printableLine(reference)}.`}`;
};
/** The debit and the number of a payout. */
const payoutOf = (language: Language, { payout }: NoticeFacts, to: string): string =>
  payout === undefined ? '' : `, ${moneyText(payout, language, 'message')} ${to} ${payout.phoneMasked},`;

const wordings: Readonly<Record<Language, Words>> = {
  fr: {
    account: (merchant) => (merchant === '' ? 'votre compte Paygate' : `le compte Paygate de ${merchant}`),
    last: "C'est le dernier message de ce genre aujourd'hui : le tableau de bord montre la suite.",
    stop: 'Pour ne plus recevoir ces messages, décochez-les dans le tableau de bord, à la page Sécurité.',
    payment: {
      subject: (facts) =>
        facts.sums === undefined ? `Paiement reçu : ${moneyOf('fr', facts)}` : `Paiements reçus : ${countOf(facts)}`,
      what: (account, facts) =>
        facts.sums === undefined
          ? `${moneyOf('fr', facts)} payés sur ${account} le ${timeOf('fr', facts.at)} (heure de Douala)${detailsOf('fr', facts)}`
          : `Autres paiements reçus sur ${account} entre le ${timeOf('fr', facts.from)} et le ${timeOf('fr', facts.until)} (heure de Douala) :\n${sumsOf('fr', facts)}`,
    },
    daily_sum: {
      subject: () => 'Votre journée Paygate',
      what: (account, facts) =>
        `Sur ${account}, du ${timeOf('fr', facts.from)} au ${timeOf('fr', facts.until)} (heure de Douala) :\n${sumsOf('fr', facts)}`,
    },
    payout_failed: {
      subject: () => 'Versement Paygate échoué',
      what: (account, facts) =>
        `Un versement depuis ${account}${payoutOf('fr', facts, 'vers')} n'a pas pu être fait. L'argent est de nouveau disponible dans le solde.`,
      otherwise:
        'La page du versement, dans le tableau de bord, en donne la raison. Vérifiez le numéro de la destination, puis faites un nouveau versement.',
    },
    endpoint_failing: {
      subject: () => 'Point de réception de webhooks Paygate en échec',
      what: (account, { isDisabled }) =>
        isDisabled === true
          ? `Un point de réception de webhooks sur ${account} a été désactivé : il a échoué pendant des jours, ou a répondu qu'il n'existe plus. Aucun événement n'y part.`
          : `Un point de réception de webhooks sur ${account} ne reçoit plus d'événements. S'il continue d'échouer, il sera désactivé.`,
      otherwise:
        'La page du point de réception, dans le tableau de bord, montre les réponses. Réparez-le, réactivez-le, puis faites renvoyer ce qui a manqué.',
    },
    key_created: {
      subject: () => 'Nouvelle clé Paygate',
      what: (account) => `Une clé d'API a été créée ou renouvelée sur ${account}.`,
      otherwise:
        "Si personne chez vous n'a voulu cette clé : faites-la révoquer dans le tableau de bord, puis vérifiez le journal d'audit du compte.",
    },
    destination_added: {
      subject: () => 'Nouvelle destination de versement Paygate',
      what: (account, { destination }) =>
        `Un numéro a été ajouté aux destinations de versement sur ${account}${destination === undefined ? '' : ` : ${destination.phoneMasked}. Aucun versement n'y part avant le ${timeOf('fr', destination.usableAt)} (heure de Douala)`}.`,
      otherwise: "Si personne chez vous n'a voulu cet ajout : prévenez un propriétaire du compte tout de suite.",
    },
  },
  en: {
    account: (merchant) => (merchant === '' ? 'your Paygate account' : `the Paygate account of ${merchant}`),
    last: 'This is the last message of this kind today: the dashboard shows what follows.',
    stop: 'To stop these messages, switch them off in the dashboard, on the page Security.',
    payment: {
      subject: (facts) =>
        facts.sums === undefined ? `Payment received: ${moneyOf('en', facts)}` : `Payments received: ${countOf(facts)}`,
      what: (account, facts) =>
        facts.sums === undefined
          ? `${moneyOf('en', facts)} paid to ${account} on ${timeOf('en', facts.at)} (Douala time)${detailsOf('en', facts)}`
          : `Further payments to ${account} between ${timeOf('en', facts.from)} and ${timeOf('en', facts.until)} (Douala time):\n${sumsOf('en', facts)}`,
    },
    daily_sum: {
      subject: () => 'Your day with Paygate',
      what: (account, facts) =>
        `On ${account}, from ${timeOf('en', facts.from)} to ${timeOf('en', facts.until)} (Douala time):\n${sumsOf('en', facts)}`,
    },
    payout_failed: {
      subject: () => 'Paygate payout failed',
      what: (account, facts) =>
        `A payout of ${account}${payoutOf('en', facts, 'to')} could not be made. The money is available in the balance again.`,
      otherwise:
        'The page of the payout in the dashboard names the reason. Check the number of the destination, then make another payout.',
    },
    endpoint_failing: {
      subject: () => 'Paygate webhook endpoint failing',
      what: (account, { isDisabled }) =>
        isDisabled === true
          ? `A webhook endpoint of ${account} was disabled: it has failed for days, or has answered that it is gone. No event is sent to it.`
          : `A webhook endpoint of ${account} does not receive events any more. If it keeps failing, it will be disabled.`,
      otherwise:
        'The page of the endpoint in the dashboard shows the answers. Mend it, enable it again, and have what was missed sent again.',
    },
    key_created: {
      subject: () => 'New Paygate API key',
      what: (account) => `An API key of ${account} was created or rotated.`,
      otherwise:
        'If nobody of yours wanted this key: have it revoked in the dashboard, and check the audit log of the account.',
    },
    destination_added: {
      subject: () => 'New Paygate payout destination',
      what: (account, { destination }) =>
        `A number was added to the payout destinations of ${account}${destination === undefined ? '' : `: ${destination.phoneMasked}. No payout goes there before ${timeOf('en', destination.usableAt)} (Douala time)`}.`,
      otherwise: 'If nobody of yours wanted this: turn to an owner of the account at once.',
    },
  },
};
