import type { ReactNode } from 'react';
import { createContext, use, useContext, useMemo, useState } from 'react';
import type { Formats } from './formats.js';
import { formatsOf } from './formats.js';
import type { Messages } from './en.js';

export const languages = ['en', 'fr'] as const;
export type Language = (typeof languages)[number];

const STORED = 'paygate.language';
const catalogues: Readonly<Record<Language, () => Promise<Messages>>> = {
  en: async () => (await import('./en.js')).en,
  fr: async () => (await import('./fr.js')).fr,
};
const loaded = new Map<Language, Promise<Messages>>();

interface Spoken extends Formats {
  readonly language: Language;
  readonly t: Messages;
  readonly speak: (language: Language) => void;
}
const Spoken = createContext<Spoken | null>(null);

/** Texts and formats of the chosen language, or of the browser's. */
export function LanguageProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [language, setLanguage] = useState(preferred);
  const t = use(catalogueOf(language));
  const spoken = useMemo(() => {
    document.documentElement.lang = language;
    const speak = (next: Language): void => {
      localStorage.setItem(STORED, next);
      void catalogueOf(next).then(() => {
        setLanguage(next);
      });
    };
    return { language, t, speak, ...formatsOf(language) };
  }, [language, t]);
  return <Spoken value={spoken}>{children}</Spoken>;
}

/** The language, its texts `t`, and how it writes amounts and times. */
export function useLanguage(): Spoken {
  const spoken = useContext(Spoken);
  if (spoken === null) throw new TypeError('no language was loaded');
  return spoken;
}

function catalogueOf(language: Language): Promise<Messages> {
  const found = loaded.get(language) ?? catalogues[language]();
  loaded.set(language, found);
  return found;
}

function preferred(): Language {
  const tags = [localStorage.getItem(STORED), ...navigator.languages].map((tag) => tag?.slice(0, 2));
  return tags.flatMap((tag) => languages.filter((language) => language === tag))[0] ?? 'en';
}
