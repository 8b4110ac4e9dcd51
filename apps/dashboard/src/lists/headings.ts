/** The meanings of the columns of a list. A column that has none of these meanings is not read. */
export type Meaning = 'phone' | 'number' | 'amount' | 'name' | 'firstName' | 'reference' | 'currency';

/** The words of headings, in their plain form, the first that fits; null for a column that others' words would fit. */
const meanings: readonly (readonly [RegExp, Meaning | null])[] = [
  [/\b(?:operat\w*|reseaux?|network|provider|banque|bank|mode|method|methode|lettres|words|frais|fees?)\b/, null],
  [/\b(?:e ?mail|courriel|date|signature|adresse|address|ville|city|statut|status)\b/, null],
  [/\b(?:devise|monnaie|currency)\b/, 'currency'],
  [/\b(?:prenoms?|first names?|given names?)\b(?!.*\bnoms?\b)(?<!\bnoms?\b.*)/, 'firstName'],
  [/\b(?:noms?|(?:sur|last ?|full ?)?names?|beneficiaires?|beneficiary|recipients?|destinataires?)\b/, 'name'],
  [/\b(?:employee?s?|employes?|agents?|titulaires?|vendeurs?|sellers?|workers?)\b/, 'name'],
  [/\b(?:montants?|amounts?|sommes?|salaires?|salary|salaries|wages?|pay|paie|paye|primes?|commissions?)\b/, 'amount'],
  [/\b(?:net|net a payer|a payer|a verser|to pay|fcfa|f cfa|xaf)\b/, 'amount'],
  [/\b(?:tel|tele?phones?|phones?|telephonique|mobiles?|msisdn|portables?|gsm|momo|om|cell|cellphones?)\b/, 'phone'],
  [/^(?:numeros?|numbers?|num|contacts?)\b/, 'number'],
  [/\b(?:references?|refs?|notes?|motifs?|libelles?|description|reason|memo|matricules?|objet)\b/, 'reference'],
  [/\b(?:commentaires?|comments?|observations?|id)\b/, 'reference'],
];

/** More characters than a heading has: a file may hold a million in one cell. */
const HEADING_MAX = 200;

/** The currencies of other countries, also right behind figures. */
const OTHER_CURRENCY =
  /(?<![a-z])(?:eur|euros?|usd|dollars?|gbp|chf|ngn|naira|ghs|cedis?|xof|cdf|gnf|cny|yuans?)(?![a-z])|[€$£¥₦₵]/;

/** The meaning that a heading gives its column; undefined where it says nothing that a list needs. */
export function meaningOf(heading: string): Meaning | undefined {
  if (heading.length > HEADING_MAX) return undefined;
  const plain = plainHeading(heading);
  return meanings.find(([words]) => words.test(plain))?.[1] ?? undefined;
}

/** True for a heading, an amount or a format with a currency that is not that of the list. */
export function namesOtherCurrency(text: string): boolean {
  return OTHER_CURRENCY.test(text.toLowerCase());
}

/** True for a text that begins a line of sums. */
export function isTotal(text: string): boolean {
  return /^(?:sous |grand )?(?:totaux|total|subtotal|sub total|somme|sum)\b/.test(plainHeading(text));
}

/** Words in small letters without accents and marks. */
function plainHeading(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}
