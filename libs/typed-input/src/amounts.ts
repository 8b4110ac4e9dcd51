import { plainOf } from './plain.js';

const CURRENCY = String.raw`(?:f\.?\s?cfa|frs?|f|xaf|xof)\.?`;
const AROUND = new RegExp(String.raw`^(?:${CURRENCY}\s*)?(.*?)(?:\s*${CURRENCY})?$`, 'is');
/** One separator in one amount; `0,500` is a fraction. */
const GROUPED = /^[1-9][0-9]{0,2}([\s.,'’٬_])[0-9]{3}(?:\1[0-9]{3})*$/;

/** An amount of whole major units as a person types it, `5 000 F` or `FCFA 5,000`, in minor units; undefined for any other text. */
export function amountOf(typed: string, currencyExponent: number): string | undefined {
  const figures = AROUND.exec(plainOf(typed))?.[1] ?? '';
  const digits = GROUPED.test(figures) ? figures.replace(/\D/g, '') : figures;
  if (!/^[0-9]{1,12}$/.test(digits)) return undefined;
  const amount = digits.replace(/^0+/, '') + '0'.repeat(currencyExponent);
  return /^[1-9][0-9]{0,11}$/.test(amount) ? amount : undefined;
}
