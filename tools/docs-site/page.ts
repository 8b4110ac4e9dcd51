/** The languages of the site; English is that of the sources. */
export const languages = ['en', 'fr'] as const;
export type Language = (typeof languages)[number];

/** Markdown in one language. */
export interface Part {
  readonly text: string;
  readonly language: Language;
}

/** A page of the site in one language. */
export interface Page {
  /** Its path below the language, without an extension: `guides/webhooks`. */
  readonly path: string;
  readonly language: Language;
  /** The file that it is made from, or stands for: links between files become links between pages. */
  readonly source: string;
  /** The first part begins with the title. A part in the other language is marked as such. */
  readonly parts: readonly Part[];
  readonly section: Section;
}

/** The groups of pages, in the order of the menu. */
export const sections = ['start', 'guides', 'reference', 'clients', 'errors', 'events', 'api'] as const;
export type Section = (typeof sections)[number];

/** The address of a page. */
export function addressOf({ path, language }: Pick<Page, 'path' | 'language'>): string {
  return path === 'index' ? `/docs/${language}` : `/docs/${language}/${path}`;
}
