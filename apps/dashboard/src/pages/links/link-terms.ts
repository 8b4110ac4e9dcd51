import type { PaymentLink } from '@paygate/api-types';
import { fieldOfMoment, momentOfField } from '@paygate/paper';
import type { Messages } from '../../i18n/en.js';
import type { FormFields } from '../../ui/form.js';
import { typedCount } from '../../ui/typed.js';

/** The terms of a link that its merchant may change later. */
export type LinkTerms = Pick<PaymentLink, 'description' | 'returnUrl' | 'maxUses' | 'expiresAt'>;

interface TypedTerms {
  readonly values: LinkTerms | undefined;
  readonly faults: Readonly<Record<string, string>>;
}

/** The terms of the fields, and what cannot be read. */
export function typedTerms(fields: Pick<FormFields, 'text' | 'given'>, words: Messages['typed']): TypedTerms {
  const uses = typedCount(fields.text('maxUses'), words);
  if ('fault' in uses) return { values: undefined, faults: { maxUses: uses.fault } };
  const end = fields.given('expiresAt');
  const values = {
    description: fields.given('description') ?? null,
    returnUrl: fields.given('returnUrl') ?? null,
    maxUses: uses.value ?? null,
    expiresAt: end === undefined ? null : momentOfField(end),
  };
  return { values, faults: {} };
}

/** The terms that differ from those of a link. A moment that is the same to the minute is the same. */
export function changedTerms(link: LinkTerms, typed: LinkTerms): Partial<LinkTerms> {
  const shown = { ...link, description: link.description === '' ? null : link.description };
  const minute = (moment: string | null): string => (moment === null ? '' : fieldOfMoment(moment));
  const { expiresAt, ...others } = typed;
  const changed = Object.entries(others).filter(([name, value]) => value !== shown[name as keyof typeof others]);
  return {
    ...(Object.fromEntries(changed) as Partial<LinkTerms>),
    ...(minute(expiresAt) === minute(link.expiresAt) ? {} : { expiresAt }),
  };
}
