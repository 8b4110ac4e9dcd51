import { ValidateBy } from 'class-validator';

/** Names of the fields of a rail's credentials. */
export type CredentialFields = readonly string[];

/** The fields of a JSON object of texts; undefined when one is missing, empty or too long, or the text is no such object. */
export function readCredentials<Field extends string>(
  text: string,
  fields: readonly Field[],
): Readonly<Record<Field, string>> | undefined {
  try {
    const given = JSON.parse(text) as Readonly<Record<string, unknown>> | null;
    const values = fields.map((field) => [field, given?.[field]] as const);
    const isComplete = values.every(([, value]) => typeof value === 'string' && /^[\x21-\x7e]{1,512}$/.test(value));
    return isComplete ? (Object.fromEntries(values) as Record<Field, string>) : undefined;
  } catch {
    return undefined;
  }
}

/** A JSON object with these fields. The message repeats no value: all of them are secrets. */
export const IsCredentials = (fields: CredentialFields): PropertyDecorator =>
  ValidateBy({
    name: 'isCredentials',
    validator: {
      validate: (value) => typeof value === 'string' && readCredentials(value, fields) !== undefined,
      defaultMessage: () => `$property must be a JSON object with the texts ${fields.join(', ')}`,
    },
  });
