import { hash } from 'node:crypto';
import type { Order } from '../domain/intent.js';
import type { Searched, Sought } from './search-text.js';
import { ID_END_LENGTH, PART_LENGTH, searchedWords } from './search-text.js';

type Owner = Pick<Order, 'merchantId' | 'mode'>;

/** The seconds of the stretch of time in which the intents of a merchant share their tokens. */
export const SEARCH_SEGMENT_SECONDS = 604_800;
/** Most tokens of one intent, and of one search. */
const TOKENS_MAX = { ofIntent: 600, ofSearch: 60 };

/**
 * The tokens by which an intent is found: each three letters or digits that follow one another in a text, each word that is shorter,
 * the amount, the end of the id. They are hashes that take merchant, mode and week, so that a search finds nothing of others, and one week of
 * a merchant after the other. Two texts may share a hash: what is found is compared afterwards.
 */
export function tokensOf(order: Owner & Searched & Pick<Order, 'createdAt'>): readonly number[] {
  const fields = searchedWords(order);
  const parts = fields.flatMap((words) => [...partsOf(words.join('')), ...words.filter(isShort).map(shortWord)]);
  const texts = [amountToken(String(order.amount)), idToken(order.id), ...parts];
  const segment = Math.floor(order.createdAt.getTime() / 1_000 / SEARCH_SEGMENT_SECONDS);
  const tokens = texts.map((text) => tokenOf(order, text) ^ segment);
  return [...new Set(tokens)].slice(0, TOKENS_MAX.ofIntent);
}

/** The tokens of a search, before they are combined with a week. An intent that matches has all `ofWords`, or all `ofWhole`, or one of `single`. */
export interface SoughtTokens {
  readonly ofWords: readonly number[] | null;
  readonly ofWhole: readonly number[] | null;
  readonly single: readonly number[];
}

export function soughtTokens(owner: Owner, { words, whole, amounts, idEnd }: Sought): SoughtTokens {
  const hashed = (texts: readonly string[]): readonly number[] => texts.map((text) => tokenOf(owner, text));
  const all = (texts: readonly string[]): readonly number[] | null =>
    texts.length === 0 ? null : hashed([...new Set(texts)].slice(0, TOKENS_MAX.ofSearch));
  return {
    ofWords: all(words.flatMap((word) => (isShort(word) ? [shortWord(word)] : partsOf(word)))),
    ofWhole: words.length > 1 ? all(partsOf(whole)) : null,
    single: hashed([...amounts.map(amountToken), ...(idEnd === undefined ? [] : [idToken(idEnd)])]),
  };
}

const isShort = (word: string): boolean => word.length < PART_LENGTH;
const shortWord = (word: string): string => `=${word}`;
const amountToken = (amount: string): string => `#${amount}`;
const idToken = (id: string): string => `$${id.slice(-ID_END_LENGTH)}`;

function partsOf(text: string): readonly string[] {
  return Array.from({ length: Math.max(0, text.length - PART_LENGTH + 1) }, (_, at) =>
    text.slice(at, at + PART_LENGTH),
  );
}

/** 32 bits of SHA-256 (FIPS 180-4). */
function tokenOf({ merchantId, mode }: Owner, text: string): number {
  return hash('sha256', JSON.stringify([merchantId, mode, text]), 'buffer').readInt32BE();
}
