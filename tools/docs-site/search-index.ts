import { wordsOf } from './browser/search.js';
import { slug } from './html/slug.ts';
import { titleOf } from './llms.ts';
import type { Page, Section } from './page.ts';
import { addressOf } from './page.ts';

/** The search index of a language, with all words of its pages and of the code in them. */
export interface SearchIndex {
  readonly pages: readonly (readonly [address: string, title: string, section: Section])[];
  /** A page of the reference, or a section of any other page. Its title is empty where it is that of the page. */
  readonly places: readonly (readonly [page: number, anchor: string, title: string, text: string])[];
  /** In the order of their code units. */
  readonly words: readonly string[];
  /** The places of each word: the difference to the place before, times four, and where it stands there. */
  readonly postings: readonly (readonly number[])[];
}

/** Where a word stands: the weights are in `browser/search.js`. */
const TEXT = 0;
const OFTEN = 1;
const HEADING = 2;
const TITLE = 3;

const SNIPPET_MAX_CHARACTERS = 110;
const OFTEN_TIMES = 3;
/** Nobody looks for an id or a token of an example. */
const WORD_MAX_CHARACTERS = 24;
const REFERENCE: ReadonlySet<Section> = new Set(['errors', 'events', 'api']);

/** The index of a language. */
export function searchIndex(all: readonly Page[]): SearchIndex {
  const places = all.flatMap((page, number) => placesOf(page, number));
  const standing = new Map<string, Map<number, number>>();
  places.forEach((place, number) => {
    for (const [word, where] of wordsIn(place)) {
      const known = standing.get(word) ?? new Map<number, number>();
      standing.set(word, known.set(number, where));
    }
  });
  const words = [...standing.keys()].sort();
  return {
    pages: all.map((page) => [addressOf(page), titleOf(page), page.section]),
    places: places.map(({ page, anchor, heading, text }) => [page, anchor, heading, snippetOf(text)]),
    words,
    postings: words.map((word) => packed(standing.get(word) ?? new Map<number, number>())),
  };
}

interface Place {
  readonly page: number;
  readonly anchor: string;
  /** Empty where it is the title of the page. */
  readonly heading: string;
  readonly title: string;
  /** Names by which a page is known besides its title: that of its file, which is a code or an operation. */
  readonly name: string;
  readonly text: string;
}

function placesOf(page: Page, number: number): readonly Place[] {
  const title = titleOf(page);
  const name = page.path.split('/').at(-1) ?? '';
  const text = page.parts.map((part) => part.text).join('\n');
  const whole = { page: number, anchor: '', heading: '', title, name };
  if (REFERENCE.has(page.section)) return [{ ...whole, text: text.replace(/^# .*$/m, '') }];
  // a line of a sample that begins with # is no heading
  const blank = text.replaceAll(/^```[^]*?^```$/gm, (block) => block.replaceAll(/^#/gm, ' #'));
  return blank.split(/^(?=##? )/m).map((section) => {
    const [line = '', ...lines] = section.split('\n');
    const heading = line.replace(/^#+ /, '').replaceAll('`', '');
    const rest = lines.join('\n');
    return line.startsWith('## ')
      ? { ...whole, anchor: slug(heading), heading, text: rest }
      : { ...whole, text: line.startsWith('# ') ? rest : section };
  });
}

/** The words of a place, each with where it stands. */
function wordsIn({ heading, title, name, text, anchor }: Place): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const subheadings = [...text.matchAll(/^#{3,} (.*)$/gm)].map(([, line = '']) => line).join(' ');
  for (const word of wordsOf(withoutAddresses(text))) counts.set(word, (counts.get(word) ?? 0) + 1);
  const found = new Map([...counts].map(([word, count]) => [word, count < OFTEN_TIMES ? TEXT : OFTEN]));
  for (const word of wordsOf(`${heading} ${subheadings}`)) found.set(word, HEADING);
  // a section below the title of its page is about that, too, though it is not the first to show
  for (const word of wordsOf(`${title} ${name}`))
    found.set(word, anchor === '' ? TITLE : Math.max(OFTEN, found.get(word) ?? 0));
  return new Map([...found].filter(([word]) => word.length <= WORD_MAX_CHARACTERS && !/\d[a-z]+\d/.test(word)));
}

/** The target of a link is no text, nor is a comment. */
function withoutAddresses(text: string): string {
  return text.replaceAll(/<!--[^]*?-->/g, ' ').replaceAll(/\]\([^)]*\)/g, '] ');
}

function packed(standing: ReadonlyMap<number, number>): readonly number[] {
  let before = 0;
  return [...standing]
    .sort(([left], [right]) => left - right)
    .map(([place, where]) => {
      const delta = place - before;
      before = place;
      return delta * 4 + where;
    });
}

function snippetOf(text: string): string {
  return withoutAddresses(text.replaceAll(/^```[^]*?^```$/gm, ' '))
    .replaceAll(/[[\]|*`#>]|-{3,}/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, SNIPPET_MAX_CHARACTERS);
}
