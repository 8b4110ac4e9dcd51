import { IsOptional } from 'class-validator';
import { derivedFrom } from '../schema/derive.js';
import { IsActor } from '../schema/fields.js';
import type { PayloadClass } from '../schema/schema.js';
import { OfMerchant } from './of-merchant.js';

/** The fields of a request as its command has them: never null, because a command leaves out what has no value. */
export type Given<Request> = { [Field in keyof Request]: Exclude<Request[Field], null> };

/** A command for a merchant in one mode, and the member or API key that requests it. */
export class ActingCommand extends OfMerchant {
  @IsOptional() @IsActor() actor?: string;
}

/**
 * The command of an operation: its request, with the account and who acts, which `base` declares. A field is thereby declared once.
 * `omitted` names the fields that the command has in another form, such as sealed, or not at all.
 */
export function commandOf<Request extends object, Omitted extends keyof Request & string = never>(
  request: PayloadClass<Request>,
  omitted?: readonly Omitted[],
): PayloadClass<ActingCommand & Given<Omit<Request, Omitted>>>;
export function commandOf<Request extends object, Omitted extends keyof Request & string, Base extends OfMerchant>(
  request: PayloadClass<Request>,
  omitted: readonly Omitted[],
  base: PayloadClass<Base>,
): PayloadClass<Base & Given<Omit<Request, Omitted>>>;
export function commandOf(
  request: PayloadClass<object>,
  omitted: readonly string[] = [],
  base: PayloadClass<OfMerchant> = ActingCommand,
): PayloadClass<object> {
  return derivedFrom(request, (field) => (omitted.includes(field) ? undefined : field), base);
}

/** The fields of an answer of the API, for the answer of a service that has the same ones. */
export function fieldsOf<Answer extends object>(answer: PayloadClass<Answer>): PayloadClass<Answer> {
  return derivedFrom(answer, (field) => field) as PayloadClass<Answer>;
}

/**
 * The form of an API object between services: its view, with the id under the name that it has between services and without
 * `object`. `omitted` names the fields that the gateway adds, such as addresses of pages.
 */
export function infoOf<
  View extends { readonly id: string; readonly object: string },
  IdName extends string,
  Omitted extends keyof View & string = never,
>(
  view: PayloadClass<View>,
  idName: IdName,
  omitted: readonly Omitted[] = [],
): PayloadClass<Omit<View, 'id' | 'object' | Omitted> & Record<IdName, string>> {
  const renamed = new Map<string, string | undefined>([
    ['id', idName],
    ['object', undefined],
    ...omitted.map((name) => [name, undefined] as const),
  ]);
  const info = derivedFrom(view, (field) => (renamed.has(field) ? renamed.get(field) : field));
  return info as PayloadClass<Omit<View, 'id' | 'object' | Omitted> & Record<IdName, string>>;
}
