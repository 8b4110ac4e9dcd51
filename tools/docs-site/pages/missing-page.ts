import type { Language, Page } from '../page.ts';

const texts: Readonly<Record<Language, string>> = {
  en: `# There is no such page

The docs have no page at this address. Begin with [the guides](/docs), [the API reference](/docs/api), [the errors](/docs/errors) or
[the events](/docs/events).`,
  fr: `# Cette page n’existe pas

La documentation n’a pas de page à cette adresse. Commencez par [les guides](/docs), [la référence de l’API](/docs/api),
[les erreurs](/docs/errors) ou [les événements](/docs/events).`,
};

/** The answer to an unknown path. */
export function missingPage(language: Language): Page {
  return {
    path: 'not-found',
    language,
    section: 'start',
    source: 'docs/not-found',
    parts: [{ text: texts[language], language }],
  };
}
