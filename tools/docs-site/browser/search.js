/*
 * The search over the index of a language, in the browser and in tests: words in any order, without regard to accents and capitals, by
 * their beginnings, by what they mean in the trade in English and French, and, when nothing has them, with one letter wrong.
 */

/** The weight of the place in which a word stands: text, several times in the text, a heading or name, the title of a page. */
const WEIGHTS = [1, 1.6, 5, 9];
/** A page of a guide is what most questions are about. */
const SECTIONS = {
  ...{ start: { alone: 1, together: 1 }, guides: { alone: 1, together: 1 }, reference: { alone: 0.9, together: 0.6 } },
  ...{ clients: { alone: 0.2, together: 0.6 }, errors: { alone: 0.04, together: 0.4 } },
  ...{ events: { alone: 0.04, together: 0.4 }, api: { alone: 0.04, together: 0.25 } },
};
/** A page of which the query names the whole title, or the code that it is about, is what was asked for. */
const NAMED = 1.5;
/** And one whose title has all of several words of the query may be. */
const ENTITLED = 0.5;
/** Beside the word itself: a little where it is all of the query, which asks for that word, and more where other words say what is meant. */
const BY_MEANING = { alone: 0.2, together: 0.5 };
const BY_BEGINNING = { alone: 0.15, together: 0.35 };
const BY_TYPING_ERROR = 0.4;
const FOUND_MAX = 12;

/** Words that say the same to people of the trade, in both languages. Several words of one meaning stand with a blank. */
const MEANINGS = [
  'payout versement retrait withdraw withdrawal cashout disbursement disburse decaissement virement retirer verser | cash out | pay out | money out | argent dehors',
  'refund remboursement rembourser reimburse reimbursement chargeback restituer | give back | money back | rendre argent',
  'fee frais commission tarif price pricing prix cost cout fees',
  'balance solde',
  'statement releve accounting comptabilite comptable bookkeeping csv xlsx excel export',
  'reconciliation rapprochement statement releve',
  'customer client buyer acheteur payer payeur shopper',
  'merchant marchand commercant',
  'shop boutique magasin store',
  'code otp pin sms | one time password | code a usage unique',
  'password passe | mot de passe | forgot password',
  'webhook callback ipn notification notify hook listener | point de reception',
  'signature sign signed verify verification hmac verifier signe authenticity',
  'key cle secret token jeton credential credentials apikey identifiant',
  'rotate rotation renew renouveler renouvellement leak leaked revoke revoquer revocation fuite',
  'test sandbox demo simulate simulator essai simuler | bac a sable',
  'live production prod | mise en production | go live | going live',
  'error erreur problem probleme exception',
  'failed failure echec echoue decline declined refuse refused refusal rejected insufficient',
  'retry retries repeat repetition again duplicate double doublon twice idempotency idempotent idempotence rejouer reessayer | deux fois',
  'cancel canceled cancelled cancellation annuler annulation annule void',
  'expire expired expiration expires lapse expiry delai timeout',
  'phone telephone number numero msisdn mobile',
  'momo mtn orange operator operateur | mobile money | orange money',
  'wallet portefeuille',
  'checkout hosted page | payment page | page de paiement | hosted page',
  'link lien url',
  'qr poster affiche | qr code | code qr',
  'receipt recu facture invoice ticket justificatif',
  'limit limite plafond quota maximum ceiling throttle minimum | rate limit',
  'account compte profile profil signup register registration inscription',
  'member membre team equipe role user utilisateur staff cashier caissier employee',
  'schedule calendrier automatic automatique recurring planifier daily weekly',
  'currency devise fcfa xaf xof franc cfa',
  'amount montant sum somme unit decimal',
  'pagination paginate cursor curseur list liste',
  'delayed delay late retard pending attente slow attendre wait',
  'metadata metadonnees reference',
  'install installer library bibliotheque sdk client npm package',
  'start begin commencer demarrer quickstart demarrage integration integrate integrer | getting started | premiers pas',
  'received receive receives arrived arrive arrives arriver recu recevoir',
  'match mismatch invalid valid valide invalide correspond',
  'support contact help aide assistance',
];
const STOP = new Set(
  (
    'a an and are as at be by can do does for from how i if in is it my of on or our that the this to we what when where which why will with you your not no get got want need have has there any does did this shop ' +
    'au aux avec ce ces comment dans de des du elle en est et il je la le les leur ma mes mon ne nos notre on ou par pas pour pourquoi quand que quel ' +
    'quelle quelles quels qui se ses si son sont sur un une vos votre faire peut peux puis veux faut etre avoir boutique magasin y l d j m n s t c qu a-t'
  ).split(' '),
);

/** A text as words are compared: small letters without accents. */
export function plain(text) {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae');
}

/** The words of a text. A name such as `paymentIntents` is a word as a whole and in its parts. */
export function wordsOf(text) {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .flatMap((word) => {
      const parts = word.split(/(?<=[a-z])(?=[A-Z])/);
      return [word, ...(parts.length > 1 ? parts : [])].map(plain);
    });
}

const meanings = MEANINGS.map((line) => {
  const [words, ...phrases] = line.split(' | ');
  return { words: words.split(' '), phrases };
});

/** The stem of a word, good enough to compare its beginning in English and in French. */
function stemOf(word) {
  const short = word.replace(/(?:ations?|ements?|ings?|antes?|ants?|ees?|ers?|es|ed|ez|e|s|x)$/, '');
  return short.length >= 4 ? short : word;
}

/** What is looked for: each term with the words that stand for it and how much they count. */
function termsOf(query) {
  let text = ` ${plain(query)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;
  const groups = [];
  for (const { words, phrases } of meanings)
    for (const phrase of phrases)
      if (text.includes(` ${phrase} `)) {
        text = text.replace(` ${phrase} `, ' ');
        const parts = phrase.split(' ');
        groups.push({ own: words.find((word) => parts.includes(word)) ?? parts.join(''), alike: words });
      }
  const whole = wordsOf(query).filter((word) => text.includes(` ${word} `));
  const words = [...new Set(whole)];
  const meant = words.filter((word) => !STOP.has(word));
  for (const word of meant.length === 0 && groups.length === 0 ? words : meant) {
    const stem = stemOf(word);
    const alike = meanings.filter((group) => group.words.some((each) => each === word || stemOf(each) === stem));
    groups.push({ own: word, alike: alike.flatMap((group) => group.words).filter((each) => each !== word) });
  }
  return groups;
}

const meantIn = (words) => words.filter((word) => !STOP.has(word));

/** The index as it is searched. */
export function openIndex({ pages, places, words, postings }) {
  return {
    ...{ pages, places, words, postings: postings.map(unpacked), known: new Map(words.map((word, at) => [word, at])) },
    names: pages.map(([address, title]) => [title, address.split('/').at(-1)].map((name) => meantIn(wordsOf(name)))),
  };
}

/** `delta * 4 + weight` for each place. */
function unpacked(list) {
  let place = 0;
  return list.map((each) => {
    place += Math.floor(each / 4);
    return [place, WEIGHTS[each % 4]];
  });
}

/** The words of the index that a word stands for, each with how much it counts. */
function matches(index, { own, alike }, company) {
  const found = new Map();
  const add = (at, part) => found.set(at, Math.max(part, found.get(at) ?? 0));
  const addBeginning = (word, part) => {
    const beginning = stemOf(word);
    for (let at = firstFrom(index.words, beginning); index.words[at]?.startsWith(beginning); at++)
      add(at, index.words[at] === word ? part : part * BY_BEGINNING[company]);
  };
  if (own.length > 1) addBeginning(own, 1);
  else if (index.known.has(own)) add(index.known.get(own), 1);
  for (const word of alike) addBeginning(word, BY_MEANING[company]);
  if (found.size === 0 && own.length >= 5)
    index.words.forEach((word, at) => {
      if (isOneApart(own, word)) add(at, BY_TYPING_ERROR);
    });
  return found;
}

/** The place of the first word that is not before this one. */
function firstFrom(words, wanted) {
  let [low, high] = [0, words.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (words[middle] < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** True when one letter is missing, too many, another one, or changed places with the next. */
function isOneApart(left, right) {
  if (Math.abs(left.length - right.length) > 1) return false;
  let at = 0;
  while (at < left.length && left[at] === right[at]) at++;
  const rest = (text, from) => text.slice(at + from);
  if (rest(left, 1) === rest(right, 1) || rest(left, 1) === rest(right, 0) || rest(left, 0) === rest(right, 1))
    return true;
  return left[at] === right[at + 1] && left[at + 1] === right[at] && rest(left, 2) === rest(right, 2);
}

/**
 * The pages that have the words, the best first, each with the place in it that has most of them.
 * @returns {{ address: string, title: string, page: string, text: string }[]}
 */
export function find(index, query) {
  const terms = termsOf(query);
  const asked = new Set(terms.map(({ own }) => stemOf(own)));
  const company = terms.length > 1 ? 'together' : 'alone';
  const scored = terms.map((term) => placesOf(index, matches(index, term, company)));
  const rarities = scored.map((places) => Math.log(1 + index.places.length / Math.max(1, places.size)));
  const byPage = new Map();
  for (const [number, places] of scored.entries())
    for (const [place, score] of places) {
      const [page] = index.places[place];
      const known = byPage.get(page) ?? byPage.set(page, { ofTerms: terms.map(() => []), places: new Map() }).get(page);
      known.ofTerms[number].push(score);
      known.places.set(place, score + (known.places.get(place) ?? 0));
    }
  const all = sum(rarities);
  return [...byPage]
    .map(([page, { ofTerms, places }]) => {
      const has = sum(rarities.filter((_, number) => ofTerms[number].length > 0)) / all;
      const importance = importanceOf(index, page, asked, company);
      return { page, places, score: sum(ofTerms.map(scoreOf)) * has * has * importance };
    })
    .sort((a, b) => b.score - a.score || a.page - b.page)
    .slice(0, FOUND_MAX)
    .map(({ page, places }) => resultOf(index, page, places));
}

/** The score of each place in which one of these words stands: of the best of them. */
function placesOf(index, words) {
  const scores = new Map();
  for (const [at, part] of words) {
    const rarity = Math.log(1 + index.places.length / index.postings[at].length);
    for (const [place, weight] of index.postings[at])
      scores.set(place, Math.max(part * weight * rarity, scores.get(place) ?? 0));
  }
  return scores;
}

/** The score that a term brings to a page: its best place, and a little for a few more. */
function scoreOf(scores) {
  const [best = 0, ...others] = scores.sort((a, b) => b - a);
  return best + 0.15 * sum(others.slice(0, 5));
}

const sum = (numbers) => numbers.reduce((total, each) => total + each, 0);

/** The weight of a page: by its kind, or because its title or its code is what the query names. */
function importanceOf({ names, pages }, page, asked, company) {
  const ofKind = SECTIONS[pages[page][2]][company];
  const stems = names[page].map((words) => words.map(stemOf));
  if (stems.some((words) => words.length > 0 && words.every((word) => asked.has(word)))) return NAMED;
  const isEntitled = asked.size > 1 && stems.some((words) => [...asked].every((word) => words.includes(word)));
  return isEntitled ? Math.max(ENTITLED, ofKind) : ofKind;
}

function resultOf({ pages, places }, page, scores) {
  const [best] = [...scores].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0];
  const [, anchor, title, text] = places[best];
  const [address, pageTitle] = pages[page];
  return {
    address: anchor === '' ? address : `${address}#${anchor}`,
    title: title === '' ? pageTitle : title,
    page: pageTitle,
    text,
  };
}
