import { equalsConstantTime } from '@paygate/platform';
import { ValidateBy } from 'class-validator';

export const momoFields = ['targetEnvironment', 'subscriptionKey', 'apiUser', 'apiKey'] as const;
export const orangeFields = ['clientId', 'clientSecret', 'authToken', 'channelMsisdn', 'channelPin'] as const;

export type Credentials<Field extends string> = Readonly<Record<Field, string>>;

/** The fields of a JSON object of texts; throws when the text is no such object. */
export function readCredentials<Field extends string>(text: string, fields: readonly Field[]): Credentials<Field> {
  const given = JSON.parse(text) as Readonly<Record<string, unknown>> | null;
  const values = fields.map((field) => [field, given?.[field]] as const);
  const missing = values.find(([, value]) => typeof value !== 'string' || value === '');
  if (missing !== undefined) throw new Error(`the credentials have no ${missing[0]}`);
  return Object.fromEntries(values) as Credentials<Field>;
}

/** A JSON object with these fields. The message repeats no value: most of them are secrets. */
export const IsCredentials = (fields: readonly string[]): PropertyDecorator =>
  ValidateBy({
    name: 'isCredentials',
    validator: {
      validate: (value) => typeof value === 'string' && areCredentials(value, fields),
      defaultMessage: () => `$property must be a JSON object with the texts ${fields.join(', ')}`,
    },
  });

/** True when a caller presents what was issued. */
export function presents(given: string | undefined, issued: string): boolean {
  return equalsConstantTime(given ?? '', issued);
}

function areCredentials(text: string, fields: readonly string[]): boolean {
  try {
    return Object.keys(readCredentials(text, fields)).length === fields.length;
  } catch {
    return false;
  }
}
