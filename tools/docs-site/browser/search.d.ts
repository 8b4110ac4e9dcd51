import type { SearchIndex } from '../search-index.ts';

/** An index as it is searched. */
export interface OpenIndex {
  readonly words: readonly string[];
}

/** A page that has the words of a query, and the place in it that has most of them. */
export interface Found {
  readonly address: string;
  readonly title: string;
  /** The title of its page. */
  readonly page: string;
  readonly text: string;
}

export function plain(text: string): string;
export function wordsOf(text: string): readonly string[];
export function openIndex(index: SearchIndex): OpenIndex;
/** The best first. */
export function find(index: OpenIndex, query: string): readonly Found[];
