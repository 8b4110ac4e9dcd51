import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '../page.ts';

/** The words of a table of fields. */
export interface FieldWords {
  /** The description of a field, a parameter or an answer, in the language. */
  readonly meaningOf: (english: string) => string;
  /** A type of JSON, or what a reader calls the texts of a form. */
  readonly typeOf: (english: string) => string;
  readonly listOf: (type: string) => string;
  readonly orNull: (type: string) => string;
  readonly fieldsOf: (place: string) => string;
  readonly always: string;
  readonly oneOf: string;
  readonly atLeast: (least: number, unit: Unit) => string;
  readonly atMost: (most: number, unit: Unit) => string;
  readonly between: (least: number, most: number, unit: Unit) => string;
}

export type Unit = 'characters' | 'entries' | '';

const unitOf = (unit: Unit): string => (unit === '' ? '' : ` ${unit}`);

const english: FieldWords = {
  meaningOf: (text) => text,
  typeOf: (type) => type,
  listOf: (type) => `list of ${type.replace(/^(string|integer|object|id|time|URL)\b/, (word) => `${word}s`)}`,
  orNull: (type) => `${type} or null`,
  fieldsOf: (place) => `The fields of \`${place}\`.`,
  always: 'Always',
  oneOf: 'One of',
  atLeast: (least, unit) => `At least ${least}${unitOf(unit)}.`,
  atMost: (most, unit) => `At most ${most}${unitOf(unit)}.`,
  between: (least, most, unit) => `${least} to ${most}${unitOf(unit)}.`,
};

/** By the English text. Descriptions that stand in several places stand here once. */
export const frenchTexts = JSON.parse(
  readFileSync(join(import.meta.dirname, '../pages/fr/field-texts.json'), 'utf8'),
) as Readonly<Record<string, string>>;
const frenchTypes: Readonly<Record<string, string>> = {
  ...{ string: 'texte', integer: 'entier', number: 'nombre', boolean: 'booléen', object: 'objet' },
  ...{ time: 'date et heure', 'phone number': 'numéro de téléphone', amount: 'montant', id: 'identifiant' },
};
const frenchUnits: Readonly<Record<Unit, string>> = { characters: ' caractères', entries: ' éléments', '': '' };

const french: FieldWords = {
  meaningOf: (text) => frenchTexts[text] ?? text,
  typeOf: (type) => frenchTypes[type] ?? type,
  listOf: (type) => `liste (${type})`,
  orNull: (type) => `${type} ou null`,
  fieldsOf: (place) => `Les champs de \`${place}\`.`,
  always: 'Toujours',
  oneOf: 'L’une de ces valeurs :',
  atLeast: (least, unit) => `Au moins ${least}${frenchUnits[unit]}.`,
  atMost: (most, unit) => `Au plus ${most}${frenchUnits[unit]}.`,
  between: (least, most, unit) => `De ${least} à ${most}${frenchUnits[unit]}.`,
};

export const fieldWords: Readonly<Record<Language, FieldWords>> = { en: english, fr: french };
