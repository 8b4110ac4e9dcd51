/** The first market's. A message cannot know the customer's. */
const TIME_ZONE = 'Africa/Douala';

/** A moment in digits, which both languages read alike. */
export function dayAndTime(moment: string): string {
  const style = { dateStyle: 'short', timeStyle: 'short', timeZone: TIME_ZONE } as const;
  const parts = new Intl.DateTimeFormat('en-GB', style).formatToParts(new Date(moment));
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? '';
  return `${of('day')}/${of('month')}/${of('year')} ${of('hour')}:${of('minute')}`;
}
