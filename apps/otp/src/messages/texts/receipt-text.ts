import type { Language, MerchantProfile, MobileOperator, ReceiptFacts } from '@paygate/contracts';
import type { Money } from '@paygate/paper';
import { momentDigits, momentText, moneyText } from '@paygate/paper';
import { printableLine, printableName } from './code-text.js';
import type { MailText } from './mail-facts.js';

/** A payment as its receipt names it. */
export interface ReceiptTextFacts extends Pick<
  ReceiptFacts,
  'intentId' | 'currency' | 'description' | 'reference' | 'method' | 'operator' | 'providerReference' | 'completedAt'
> {
  readonly amount: bigint;
  /** The amount refunded to the payer. */
  readonly refunded: bigint;
  readonly merchant: Pick<MerchantProfile, 'name' | 'supportContact'>;
  /** The page that proves the receipt. A text message has no room for it. */
  readonly url?: string | undefined;
}

/** The names under which customers know the operators. */
const OPERATORS: Readonly<Record<MobileOperator, string>> = { mtn_momo: 'MTN MoMo', orange_money: 'Orange Money' };

/** The receipt in a text message: only characters of the GSM 7-bit alphabet, as the message with a code. */
export function receiptSms(language: Language, facts: ReceiptTextFacts): string {
  const { intentId, merchant, completedAt } = facts;
  const amount = moneyText(moneyOf(facts, facts.amount), language, 'message');
  const [name, when] = [printableName(merchant.name), momentDigits(completedAt)];
  return language === 'fr'
    ? `Paiement de ${amount} à ${name} le ${when}. Référence : ${intentId}`
    : `Payment of ${amount} to ${name} on ${when}. Reference: ${intentId}`;
}

/** The receipt as an e-mail in plain text. */
export function receiptMail(language: Language, facts: ReceiptTextFacts): MailText {
  const words = wordings[language];
  const { intentId, merchant, description, reference = null, method, refunded } = facts;
  const { operator = null, providerReference = null } = facts;
  const name = printableName(merchant.name);
  const lines = [
    [words.merchant, name],
    [words.amount, moneyText(moneyOf(facts, facts.amount), language)],
    ...(refunded === 0n ? [] : [[words.refunded, moneyText(moneyOf(facts, refunded), language)]]),
    [words.date, `${momentText(facts.completedAt, language, 'long')} (${words.zone})`],
    [words.method, operator === null ? words.methods[method] : OPERATORS[operator]],
    ...(providerReference === null ? [] : [[words.operatorNumber, providerReference]]),
    ...(description === null || description === '' ? [] : [[words.description, printableLine(description)]]),
    ...(reference === null ? [] : [[words.order, printableLine(reference)]]),
    [words.reference, intentId],
  ];
  const table = lines.map((line) => line.join(words.colon)).join('\n');
  const { email, phone, url } = merchant.supportContact;
  const contact = [email, phone, url].filter((way) => way !== null);
  const help = contact.length === 0 ? [] : [`${words.help}${words.colon}${contact.join(', ')}`];
  const proof = facts.url === undefined ? [] : [`${words.check}${words.colon.trimEnd()}\n${facts.url}`];
  return { subject: words.subject(name), text: [words.title(name), table, ...proof, ...help, words.end].join('\n\n') };
}

function moneyOf({ currency }: Pick<ReceiptTextFacts, 'currency'>, amount: bigint): Money {
  return { amount: amount.toString(), currency };
}

interface Wording {
  readonly colon: string;
  readonly subject: (merchant: string) => string;
  readonly title: (merchant: string) => string;
  readonly merchant: string;
  readonly amount: string;
  readonly refunded: string;
  readonly date: string;
  readonly zone: string;
  readonly method: string;
  readonly methods: Readonly<Record<ReceiptFacts['method'], string>>;
  readonly order: string;
  readonly operatorNumber: string;
  readonly description: string;
  readonly reference: string;
  readonly check: string;
  readonly help: string;
  readonly end: string;
}

const wordings: Readonly<Record<Language, Wording>> = {
  fr: {
    colon: ' : ',
    subject: (merchant) => `Votre reçu de ${merchant}`,
    title: (merchant) => `Vous avez payé ${merchant} avec Paygate.`,
    merchant: 'Marchand',
    amount: 'Montant',
    refunded: 'Remboursé',
    date: 'Date',
    zone: 'heure de Douala',
    method: 'Moyen de paiement',
    methods: { wallet: 'portefeuille Paygate', mobile_money: 'mobile money' },
    order: 'Commande',
    operatorNumber: 'Numéro de transaction de l’opérateur',
    description: 'Objet',
    reference: 'Référence',
    check: 'Cette page dit à qui la demande si le paiement est payé ou remboursé',
    help: 'Une question',
    end: 'Conservez ce message : il prouve votre paiement.',
  },
  en: {
    colon: ': ',
    subject: (merchant) => `Your receipt from ${merchant}`,
    title: (merchant) => `You have paid ${merchant} with Paygate.`,
    merchant: 'Merchant',
    amount: 'Amount',
    refunded: 'Refunded',
    date: 'Date',
    zone: 'Douala time',
    method: 'Payment method',
    methods: { wallet: 'Paygate wallet', mobile_money: 'mobile money' },
    order: 'Order',
    operatorNumber: 'Transaction number of the operator',
    description: 'Description',
    reference: 'Reference',
    check: 'This page tells whoever asks whether the payment is paid or refunded',
    help: 'Questions',
    end: 'Keep this message: it proves your payment.',
  },
};
