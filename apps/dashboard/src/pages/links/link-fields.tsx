import { fieldOfMoment } from '@paygate/paper';
import type { ReactNode } from 'react';
import { useLanguage } from '../../i18n/language.js';
import { Field } from '../../ui/form.js';
import type { LinkTerms } from './link-terms.js';

/** The fields of the terms that may change, with those of a link. */
export function TermFields({ of }: { readonly of: Partial<LinkTerms> }): ReactNode {
  const { t } = useLanguage();
  const optional = (label: string): string => `${label} (${t.form.optional})`;
  const { description, returnUrl, maxUses, expiresAt = null } = of;
  return (
    <>
      <Field
        label={optional(t.links.description)}
        name="description"
        maxLength={500}
        hint={t.links.descriptionHint}
        defaultValue={description ?? ''}
      />
      <Field
        label={optional(t.links.maxUses)}
        name="maxUses"
        inputMode="numeric"
        hint={t.links.maxUsesHint}
        defaultValue={maxUses ?? ''}
      />
      <Field
        label={optional(t.links.expires)}
        name="expiresAt"
        type="datetime-local"
        defaultValue={expiresAt === null ? '' : fieldOfMoment(expiresAt)}
      />
      <Field
        label={optional(t.links.returnUrl)}
        name="returnUrl"
        type="url"
        placeholder="https://…"
        defaultValue={returnUrl ?? ''}
      />
    </>
  );
}
