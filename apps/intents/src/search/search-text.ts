import { currencies } from '@paygate/contracts';
import { amountOf } from '@paygate/typed-input';
import type { Order } from '../domain/intent.js';
import { metadataTexts } from './metadata-pairs.js';

/** The part of an intent that people search. */
export type Searched = Pick<Order, 'id' | 'reference' | 'description' | 'metadata'> & {
  /** Minor units. */
  readonly amount: bigint | string;
};

/** Letters and digits of a reference, a description and metadata that are searched, all together. */
const SEARCHED_MAX = 1_000;
/** The least letters and digits that are found within a word. A shorter word is found whole. */
export const PART_LENGTH = 3;
/** The digits and letters by which the end of an id is known. */
export const ID_END_LENGTH = 4;
const exponents = [...new Set(Object.values(currencies).map(({ exponent }) => exponent))];
/** Letters that are two when they are written without a ligature. */
const LIGATURES = new Map([
  ['\u00e6', 'ae'],
  ['\u0153', 'oe'],
  ['\u00df', 'ss'],
]);

/** The words of a text: its letters, small and without accents, and its digits. */
export function wordsOf(text: string): readonly string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return (
    plain.replace(/[\u00e6\u0153\u00df]/g, (letter) => LIGATURES.get(letter) ?? letter).match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** The words of each text of an intent, up to a bound. */
export function searchedWords({
  reference,
  description,
  metadata,
}: Omit<Searched, 'id' | 'amount'>): readonly (readonly string[])[] {
  const texts = [reference, description, ...metadataTexts(metadata)];
  let left = SEARCHED_MAX;
  const cut = (word: string): string => {
    const kept = word.slice(0, left);
    left -= kept.length;
    return kept;
  };
  return texts.map((text) =>
    text === null || left === 0
      ? []
      : wordsOf(text)
          .map(cut)
          .filter((word) => word !== ''),
  );
}

/** A text that people search for, as it is compared. */
export interface Sought {
  readonly words: readonly string[];
  /** All of it without blanks and marks. */
  readonly whole: string;
  /** Minor units that the text may be, in one currency or another. */
  readonly amounts: readonly string[];
  /** Undefined for a text that is the end of no id. */
  readonly idEnd: string | undefined;
}

export function soughtOf(text: string): Sought {
  const words = wordsOf(text);
  const amounts = exponents.flatMap((exponent) => amountOf(text, exponent) ?? []);
  const [only = '', ...others] = words;
  const isEnd = others.length === 0 && only.length >= ID_END_LENGTH && /^[0-9a-z]+$/.test(only);
  return { words, whole: words.join(''), amounts, idEnd: isEnd ? only : undefined };
}

/** True when an intent has the text: each of its words as a part of one, all of it, or its amount, or the end of its id. */
export function isFoundBy(searched: Searched, { words, whole, amounts, idEnd }: Sought): boolean {
  if (amounts.includes(String(searched.amount))) return true;
  if (idEnd !== undefined && searched.id.endsWith(idEnd)) return true;
  if (words.length === 0) return false;
  const fields = searchedWords(searched).map((own) => ({ own, joined: own.join('') }));
  const has = (word: string): boolean =>
    fields.some(({ own, joined }) => (word.length < PART_LENGTH ? own.includes(word) : joined.includes(word)));
  return words.every(has) || (whole.length >= PART_LENGTH && has(whole));
}
