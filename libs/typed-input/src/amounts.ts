import { plainOf } from './plain.js';

/** Figures with the name of a currency before or after them. A literal, so that bundles that do not use it leave it out. */
const AROUND =
  /^(?:(?:(?:f\.?\s?)?cfa|frs?|f|xaf|xof)\.?\s*)?(?<figures>.*?)(?:\s*(?:(?:f\.?\s?)?cfa|frs?|f|xaf|xof)\.?)?$/is;
/** One separator in one amount; `0,500` is a fraction. */
const GROUPED = /^[1-9][0-9]{0,2}([\s.,'\u2019\u066c_])[0-9]{3}(?:\1[0-9]{3})*$/;

/** An amount of whole major units as a person types it, `5 000 F` or `FCFA 5,000`, in minor units; undefined for any other text. */
export function amountOf(typed: string, currencyExponent: number): string | undefined {
  const figures = AROUND.exec(plainOf(typed))?.groups?.['figures'] ?? '';
  const digits = GROUPED.test(figures) ? figures.replace(/\D/g, '') : figures;
  if (!/^[0-9]{1,12}$/.test(digits)) return undefined;
  const amount = digits.replace(/^0+/, '') + '0'.repeat(currencyExponent);
  return /^[1-9][0-9]{0,11}$/.test(amount) ? amount : undefined;
}
