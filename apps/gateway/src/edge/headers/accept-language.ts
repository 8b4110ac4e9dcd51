import type { Language } from '@paygate/contracts';
import { languages } from '@paygate/contracts';

const MAX_RANGES = 16;
const RANGE = /^\s*([a-z]{1,8})(?:-[a-z0-9-]{1,32})?\s*(?:;\s*q\s*=\s*(0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)\s*)?$/i;

/** The language of our messages that `Accept-Language` prefers (RFC 9110, section 12.5.4); undefined when it names none. */
export function acceptedLanguage(header: string | undefined): Language | undefined {
  const ranges = (header ?? '').split(',', MAX_RANGES).map((range) => RANGE.exec(range));
  const accepted = ranges.flatMap((match) => {
    const language = languages.find((known) => known === match?.[1]?.toLowerCase());
    const weight = Number(match?.[2] ?? 1);
    return language === undefined || weight === 0 ? [] : [{ language, weight }];
  });
  // the sort is stable: of equal weights the first counts
  return accepted.sort((a, b) => b.weight - a.weight)[0]?.language;
}
