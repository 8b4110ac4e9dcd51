import type { Language } from '@paygate/contracts';
import { languages } from '@paygate/contracts';

const MAX_RANGES = 16;

/** The language of `offered` that `Accept-Language` prefers (RFC 9110, section 12.5.4); the first of them when it names none. */
export function negotiate(header: string | undefined, offered: readonly Language[]): Language {
  const ranges = (header ?? '').split(',', MAX_RANGES).flatMap((range) => {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const language = offered.find((known) => known === tag.split('-', 1)[0]);
    const weight = Number(parameters.find((part) => part.startsWith('q='))?.slice(2) ?? 1);
    return language !== undefined && weight > 0 ? [{ language, weight }] : [];
  });
  return ranges.sort((one, other) => other.weight - one.weight)[0]?.language ?? offered[0] ?? 'fr';
}

/** A language of the pages by its name; undefined for any other text. */
export function languageNamed(text: string | undefined): Language | undefined {
  return languages.find((language) => language === text);
}
