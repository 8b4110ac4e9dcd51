import type { PaperLanguage } from './money.js';

/** The zone of every day on paper: the first market's. An account has none of its own. */
export const PAPER_ZONE = 'Africa/Douala';

/** Africa/Douala is an hour ahead of UTC all year. */
const ZONE_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** British English: its dates are those of English in Cameroon, and every browser knows it. */
const locales: Readonly<Record<PaperLanguage, string>> = { fr: 'fr', en: 'en-GB' };

const styles = {
  /** `1 Nov 2026, 15:05:09` */
  second: { dateStyle: 'medium', timeStyle: 'medium' },
  /** `1 Nov 2026, 15:05` */
  minute: { year: 'numeric', month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' },
  /** `1 Nov, 15:05` */
  minuteOfYear: { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' },
  /** `1 November 2026 at 15:05` */
  long: { dateStyle: 'long', timeStyle: 'short' },
  /** `1 Nov 2026` */
  day: { dateStyle: 'medium' },
  /** `15:05` */
  hour: { timeStyle: 'short' },
  /** `November 2026` */
  month: { month: 'long', year: 'numeric' },
} as const satisfies Readonly<Record<string, Intl.DateTimeFormatOptions>>;

export type MomentStyle = keyof typeof styles;

/** A moment of the API in words of the language, in Africa/Douala. */
export function momentText(moment: string, language: PaperLanguage, style: MomentStyle): string {
  return formats[language][style].format(new Date(moment));
}

/** A format takes longer to make than to use. */
const formats = { fr: formatsOf('fr'), en: formatsOf('en') } as const;

function formatsOf(language: PaperLanguage): Readonly<Record<MomentStyle, Intl.DateTimeFormat>> {
  const made = Object.entries(styles).map(([style, options]) => [
    style,
    new Intl.DateTimeFormat(locales[language], { ...options, timeZone: PAPER_ZONE }),
  ]);
  return Object.fromEntries(made) as Record<MomentStyle, Intl.DateTimeFormat>;
}

/** The name of a month such as `2026-11`. */
export function monthText(month: string, language: PaperLanguage): string {
  return momentText(`${month}-01T12:00:00Z`, language, 'month');
}

/** A moment in digits that every language and every phone reads alike: `01/11/2026 15:05`. */
export function momentDigits(moment: string): string {
  const [year, month, day, time] = zonedText(moment).split(/[-T]/);
  return `${day ?? ''}/${month ?? ''}/${year ?? ''} ${(time ?? '').slice(0, 5)}`;
}

/** A moment for programs, with the day of Africa/Douala: `2026-11-01T00:00:00.000+01:00` (RFC 3339). */
export function zonedText(moment: string): string {
  return `${shifted(moment).slice(0, -1)}+01:00`;
}

/** A moment in the cell of a file that spreadsheets of every language read as a date and time: `2026-11-01 15:05:09`. */
export function cellMoment(moment: string): string {
  return shifted(moment).slice(0, 19).replace('T', ' ');
}

/** The day, as `2026-11-21`, that a moment is in. */
export function dayAt(moment: Date | string): string {
  return shifted(moment).slice(0, 10);
}

/** The month, as `2026-11`, that a moment is in. */
export function monthAt(moment: Date | string): string {
  return shifted(moment).slice(0, 7);
}

/** The last day of a span that ends, exclusively, at a moment. */
export function lastDayBefore(moment: string): string {
  return dayAt(new Date(Date.parse(moment) - 1));
}

/** The beginning of a day such as `2026-11-21`, or of a day so many days later. */
export function startOfDay(day: string, daysLater = 0): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - ZONE_MS + daysLater * DAY_MS).toISOString();
}

/** The moment that a field such as `2026-11-21T15:05` names. */
export function momentOfField(text: string): string {
  return new Date(Date.parse(`${text}Z`) - ZONE_MS).toISOString();
}

/** A moment, to the minute, as such a field takes it. */
export function fieldOfMoment(moment: string): string {
  return shifted(moment).slice(0, 16);
}

/** The day so many days ago. */
export function daysAgo(days: number, now = new Date()): string {
  return dayAt(new Date(now.getTime() - days * DAY_MS));
}

interface Span {
  readonly from: string;
  /** Exclusive. */
  readonly to: string;
}

/** From the beginning of a day to that of the next one. */
export function spanOfDay(day: string): Span {
  return { from: startOfDay(day), to: startOfDay(day, 1) };
}

/** From the beginning of a month such as `2026-11` to that of the next one. */
export function spanOfMonth(month: string): Span {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const begin = (index: number): string => new Date(Date.UTC(year, index) - ZONE_MS).toISOString();
  return { from: begin(number - 1), to: begin(number) };
}

/** The months up to the one that a moment is in, that one first. */
export function lastMonths(moment: Date, count: number): readonly string[] {
  const [year = 0, number = 1] = monthAt(moment).split('-').map(Number);
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(year, number - 1 - index)).toISOString().slice(0, 7),
  );
}

function shifted(moment: Date | string): string {
  return new Date(new Date(moment).getTime() + ZONE_MS).toISOString();
}
