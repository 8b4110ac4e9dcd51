import type { Messages } from '../../../i18n/en.js';
import type { Refusal } from '../../../lists/refusal.js';

/** The place and the fault of a refusal, in the words of a language. */
export function refusalText(
  { code, row, column, heading, found }: Refusal,
  { batches }: Pick<Messages, 'batches'>,
): { readonly where: string; readonly what: string } {
  const where = row === null ? '' : batches.place(row, column ?? '', heading);
  const what = batches.refusals[code];
  return { where, what: found === '' || row === null ? what : what + batches.found(found) };
}
