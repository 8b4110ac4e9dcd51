import type { Language, MemberRole, Mode, OwnerNotice, ProtectiveSetting } from '@paygate/contracts';
import { momentText } from '@paygate/paper';
import { printableName } from './code-text.js';
import type { MailText, MemberMailFacts } from './mail-facts.js';

/**
 * The mail that notifies an owner of a change of where the account's money may go, of who may act for it, of its protection, or of
 * much of it that left, and what to do if no owner wanted it. Its links lead to pages behind the sign-in, which change nothing when they are
 * opened.
 */
export function ownerNoticeText(language: Language, notice: OwnerNotice, facts: NoticeFacts): MailText {
  const { merchantName, about = 'live', dashboardUrl, further } = facts;
  const words = wordings[language];
  const { subject, what, otherwise } = words[notice];
  const account = words.account(printableName(merchantName));
  const linkTo = (page: string) => (dashboardUrl === undefined ? [] : [`${dashboardUrl}/${page}`]);
  const mode = words.modes[about];
  const whatHappened = further === undefined ? what(account, mode, facts) : words.further(account, mode, further);
  const parts = [whatHappened, otherwise, ...linkTo(pages[notice])];
  return { subject: further === undefined ? subject : `${subject} (+${further})`, text: parts.join('\n\n') };
}

/** The page of the dashboard that undoes what a notice is about. */
const pages: Readonly<Record<OwnerNotice, string>> = {
  payout_destination_added: 'payouts/destinations',
  payout_destination_revoked: 'payouts/destinations',
  payout_batch_approved: 'payouts/batches',
  secret_key_created: 'settings/api-keys',
  key_origins_loosened: 'settings/api-keys',
  settings_loosened: 'settings/profile',
  manager_invited: 'settings/members',
  role_changed: 'settings/members',
  refunds_half_of_balance: 'settings/profile',
  payment_reversed: 'balance/transactions',
  payment_matched: 'balance/transactions',
};

type NoticeFacts = Pick<
  MemberMailFacts,
  'merchantName' | 'about' | 'dashboardUrl' | 'destination' | 'loosened' | 'role' | 'further'
>;

interface Notice {
  readonly subject: string;
  /** About an account, in a mode. An act of a version before does not have the destination. */
  readonly what: (account: string, mode: string, facts: NoticeFacts) => string;
  /** The advice to a reader who did not expect it. */
  readonly otherwise: string;
}

interface Words extends Readonly<Record<OwnerNotice, Notice>> {
  readonly account: (merchant: string) => string;
  readonly modes: Readonly<Record<Mode, string>>;
  /** The number of acts of an hour, beyond those of the day that have a mail each. */
  readonly further: (account: string, mode: string, count: number) => string;
}

const settings: Readonly<Record<Language, Readonly<Record<ProtectiveSetting, string>>>> = {
  fr: {
    customerSignIn: 'la connexion des clients avant un débit',
    otherPhones: 'le paiement depuis un autre téléphone que celui du client',
    guestPayments: 'le paiement sans compte',
    phoneAsks: 'les demandes de paiement envoyées aux téléphones par la caisse',
    cashierRefundsPerDay: 'les remboursements par caissier et par jour',
    refundsPerDay: 'les remboursements du compte par jour',
    supportContact: 'le contact pour les clients',
  },
  en: {
    customerSignIn: 'the sign-in of customers before a charge',
    otherPhones: "payments from another phone than the customer's own",
    guestPayments: 'payments without an account',
    phoneAsks: 'the payment requests that the till sends to phones',
    cashierRefundsPerDay: 'the refunds of each cashier in a day',
    refundsPerDay: 'the refunds of the account in a day',
    supportContact: 'the contact for customers',
  },
};
const roles: Readonly<Record<Language, Readonly<Record<MemberRole, string>>>> = {
  fr: {
    owner: 'propriétaire',
    admin: 'administrateur',
    developer: 'développeur',
    cashier: 'caissier',
    viewer: 'lecteur',
  },
  en: { owner: 'owner', admin: 'admin', developer: 'developer', cashier: 'cashier', viewer: 'viewer' },
};
const listed = (language: Language, { loosened = [] }: NoticeFacts): string =>
  loosened.map((name) => `- ${settings[language][name]}`).join('\n');
const roleOf = (language: Language, { role = 'admin' }: NoticeFacts): string => roles[language][role];

const wordings: Readonly<Record<Language, Words>> = {
  fr: {
    account: (merchant) => (merchant === '' ? 'de votre compte Paygate' : `du compte Paygate de ${merchant}`),
    modes: { test: 'en mode test', live: 'en mode réel' },
    further: (account, mode, count) =>
      `En une heure, il y a eu ${count} ${count > 1 ? 'autres changements' : 'autre changement'} de ce genre à propos ${account}, ${mode}, après les premiers du jour, annoncés un par un. La page ci-dessous et le journal d'audit du compte les montrent tous.`,
    payout_destination_added: {
      subject: 'Nouvelle destination de versement Paygate',
      what: (account, mode, { destination }) =>
        destination === undefined
          ? `Un numéro a été ajouté aux destinations de versement ${account}, ${mode}. En mode réel, aucun versement n'y part pendant les 48 premières heures.`
          : `Le numéro ${destination.phoneMasked} a été ajouté aux destinations de versement ${account}, ${mode}. Aucun versement n'y part avant le ${momentText(destination.usableAt, 'fr', 'long')} (heure de Douala).`,
      otherwise:
        "Si ni vous ni un autre propriétaire n'avez voulu cet ajout : révoquez la destination tout de suite dans le tableau de bord, changez votre mot de passe, puis vérifiez les membres et les clés du compte.",
    },
    payout_destination_revoked: {
      subject: 'Destination de versement Paygate révoquée',
      what: (account, mode, { destination }) =>
        `Une destination de versement ${account}, ${mode}, a été révoquée${destination === undefined ? '' : ` : ${destination.phoneMasked}`}. Plus aucun versement n'y part.`,
      otherwise:
        "Si ni vous ni un autre propriétaire n'avez voulu cette révocation : changez votre mot de passe, puis vérifiez les membres et le journal d'audit du compte dans le tableau de bord.",
    },
    payout_batch_approved: {
      subject: 'Liste de versements Paygate approuvée',
      what: (account, mode) =>
        `Un membre a approuvé une liste de versements ${account}, ${mode}. Un destinataire nouveau pour le compte n'est payé qu'après 48 heures.`,
      otherwise:
        "Si ni vous ni un autre propriétaire ne l'avez voulu : suspendez ou annulez la liste tout de suite dans le tableau de bord, puis cherchez dans le journal d'audit qui l'a approuvée, et retirez ce membre.",
    },
    secret_key_created: {
      subject: 'Nouvelle clé secrète Paygate',
      what: (account, mode) =>
        `Une clé secrète ${account} a été créée ou renouvelée, ${mode}. Qui la détient peut tout ce que l'API permet.`,
      otherwise:
        "Si personne chez vous n'a voulu cette clé : révoquez-la tout de suite dans le tableau de bord, ainsi que la clé qui l'a créée, puis vérifiez le journal d'audit du compte.",
    },
    key_origins_loosened: {
      subject: "Pages d'une clé publique Paygate changées",
      what: (account, mode) =>
        `Une clé publique ${account} fonctionne désormais sur d'autres pages qu'avant, ${mode}. Qui tient une de ces pages peut y demander des paiements en votre nom.`,
      otherwise:
        "Si personne chez vous ne l'a voulu : rétablissez les pages de la clé dans le tableau de bord, puis cherchez dans le journal d'audit qui les a changées, et révoquez cette clé ou retirez ce membre.",
    },
    settings_loosened: {
      subject: 'Protection du compte Paygate assouplie',
      what: (account, _mode, facts) => `Des réglages ${account} protègent moins qu'avant :\n${listed('fr', facts)}`,
      otherwise:
        "Si personne chez vous n'a voulu ce changement : rétablissez les réglages dans le tableau de bord, puis cherchez dans le journal d'audit qui les a changés, et révoquez cette clé ou retirez ce membre.",
    },
    manager_invited: {
      subject: 'Nouvel administrateur ou propriétaire Paygate',
      what: (account, _mode, facts) =>
        `Une personne a été invitée parmi les membres ${account}, avec le rôle ${roleOf('fr', facts)}.`,
      otherwise:
        "Si ni vous ni un autre propriétaire ne l'avez voulu : retirez ce membre tout de suite dans le tableau de bord, puis cherchez dans le journal d'audit qui l'a invité.",
    },
    role_changed: {
      subject: 'Rôle changé dans un compte Paygate',
      what: (account, _mode, facts) => `Un membre ${account} a reçu le rôle ${roleOf('fr', facts)}.`,
      otherwise:
        "Si ni vous ni un autre propriétaire ne l'avez voulu : rendez-lui son rôle dans le tableau de bord, puis cherchez dans le journal d'audit qui l'a changé.",
    },
    refunds_half_of_balance: {
      subject: 'La moitié de votre solde Paygate a été remboursée',
      what: (account, mode) =>
        `Depuis 00:00 (heure de Douala), des remboursements ont fait sortir au moins la moitié du solde ${account}, ${mode}. Il n'y aura pas d'autre message aujourd'hui.`,
      otherwise:
        'Si ni vous ni un autre propriétaire ne vous y attendiez : ouvrez les remboursements du jour dans le tableau de bord, révoquez la clé ou retirez le membre qui les a créés, puis fixez une limite de remboursements par jour dans les réglages du compte.',
    },
    payment_reversed: {
      subject: "Un paiement de votre compte Paygate a été repris par l'opérateur",
      what: (account, mode) =>
        `MTN ou Orange a repris l'argent d'un paiement ${account}, ${mode}, après qu'il a été payé. Le solde du compte est débité de ce qui n'en avait pas été remboursé.`,
      otherwise:
        "Ouvrez les transactions du solde dans le tableau de bord, retenez ce qui n'est pas encore livré, et adressez-vous à l'opérateur si vous pensez que c'est une erreur.",
    },
    payment_matched: {
      subject: "De l'argent est arrivé pour un paiement échoué de votre compte Paygate",
      what: (account, mode) =>
        `Un client a payé MTN ou Orange pour un paiement ${account}, ${mode}, qui avait échoué. Le paiement reste échoué, et le solde du compte est crédité du montant moins les frais.`,
      otherwise:
        "Ouvrez les transactions du solde dans le tableau de bord : celle de type « paiement tardif » nomme le paiement. Livrez ce qui était commandé, ou rendez l'argent au client.",
    },
  },
  en: {
    account: (merchant) => (merchant === '' ? 'your Paygate account' : `the Paygate account of ${merchant}`),
    modes: { test: 'in test mode', live: 'in live mode' },
    further: (account, mode, count) =>
      `Within one hour there ${count === 1 ? 'was 1 further change' : `were ${count} further changes`} of this kind to ${account}, ${mode}, after the first ones of the day, of which you were notified one by one. The page below and the audit log of the account show all of them.`,
    payout_destination_added: {
      subject: 'New Paygate payout destination',
      what: (account, mode, { destination }) =>
        destination === undefined
          ? `A number was added to the payout destinations of ${account}, ${mode}. In live mode no payout goes there for the first 48 hours.`
          : `The number ${destination.phoneMasked} was added to the payout destinations of ${account}, ${mode}. No payout goes there before ${momentText(destination.usableAt, 'en', 'long')} (Douala time).`,
      otherwise:
        'If neither you nor another owner wanted this: revoke the destination in the dashboard at once, change your password, and check the members and keys of the account.',
    },
    payout_destination_revoked: {
      subject: 'Paygate payout destination revoked',
      what: (account, mode, { destination }) =>
        `A payout destination of ${account}, ${mode}, was revoked${destination === undefined ? '' : `: ${destination.phoneMasked}`}. No further payout goes there.`,
      otherwise:
        'If neither you nor another owner wanted this: change your password, and check the members and the audit log of the account in the dashboard.',
    },
    payout_batch_approved: {
      subject: 'Paygate payouts to many approved',
      what: (account, mode) =>
        `A member has approved a list of payouts of ${account}, ${mode}. A recipient who is new to the account is paid after 48 hours.`,
      otherwise:
        'If neither you nor another owner wanted it: pause or cancel the list in the dashboard at once, look for the member who approved it in the audit log, and remove that member.',
    },
    secret_key_created: {
      subject: 'New Paygate secret key',
      what: (account, mode) =>
        `A secret key of ${account} was created or rotated, ${mode}. Whoever holds it can do all that the API allows.`,
      otherwise:
        'If nobody of yours wanted this key: revoke it in the dashboard at once, and the key that created it, and check the audit log of the account.',
    },
    key_origins_loosened: {
      subject: 'Pages of a Paygate publishable key changed',
      what: (account, mode) =>
        `A publishable key of ${account} now works on other pages than before, ${mode}. Whoever runs one of these pages can ask for payments there in your name.`,
      otherwise:
        'If nobody of yours wanted this: set the pages of the key back in the dashboard, look in the audit log who changed them, and revoke that key or remove that member.',
    },
    settings_loosened: {
      subject: 'Paygate account less protected',
      what: (account, _mode, facts) => `Settings of ${account} protect less than before:\n${listed('en', facts)}`,
      otherwise:
        'If nobody of yours wanted this: set them back in the dashboard, look in the audit log who changed them, and revoke that key or remove that member.',
    },
    manager_invited: {
      subject: 'New Paygate admin or owner',
      what: (account, _mode, facts) =>
        `A person was invited to be a member of ${account}, with the role ${roleOf('en', facts)}.`,
      otherwise:
        'If neither you nor another owner wanted this: remove the member in the dashboard at once, and look in the audit log who sent the invitation.',
    },
    role_changed: {
      subject: 'Role changed in a Paygate account',
      what: (account, _mode, facts) => `A member of ${account} was given the role ${roleOf('en', facts)}.`,
      otherwise:
        'If neither you nor another owner wanted this: give the member the former role in the dashboard, and look in the audit log who changed it.',
    },
    refunds_half_of_balance: {
      subject: 'Half of your Paygate balance was refunded',
      what: (account, mode) =>
        `Since 00:00 (Douala time), refunds have taken at least half of the balance of ${account}, ${mode}. No further message about it follows today.`,
      otherwise:
        'If neither you nor another owner expected this: open the refunds of today in the dashboard, revoke the key or remove the member that made them, and set a limit of refunds in a day in the settings of the account.',
    },
    payment_reversed: {
      subject: 'The operator has taken back a payment of your Paygate account',
      what: (account, mode) =>
        `MTN or Orange has taken back the money of a payment of ${account}, ${mode}, after it was paid. The balance is debited by what was not refunded of it.`,
      otherwise:
        'Open the transactions of the balance in the dashboard, hold back what is not delivered yet, and turn to the operator if you think that it is a mistake.',
    },
    payment_matched: {
      subject: 'Money has arrived for a failed payment of your Paygate account',
      what: (account, mode) =>
        `A customer has paid MTN or Orange for a payment of ${account}, ${mode}, that had failed. The payment stays failed, and the balance is credited with the amount less the fee.`,
      otherwise:
        'Open the transactions of the balance in the dashboard: the late payment names the payment. Deliver what was ordered, or give the money back to the customer.',
    },
  },
};
