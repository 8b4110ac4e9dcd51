import type { OpenAccountRequest } from '@paygate/api-types';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useChange } from '../../api/queries.js';
import { useLanguage } from '../../i18n/language.js';
import { Button } from '../../ui/button.js';
import { Field, Form, Select } from '../../ui/form.js';
import { Outside } from './outside.js';

const countries = [
  ...(['CM', 'CF', 'TD', 'CG', 'GQ', 'GA'] as const),
  ...(['BJ', 'BF', 'CI', 'GW', 'ML', 'NE', 'SN', 'TG'] as const),
] as const satisfies readonly OpenAccountRequest['country'][];

/** Asking for an account. The answer is the same for every address. */
export function SignUpPage(): ReactNode {
  const { t, language } = useLanguage();
  const open = useChange('POST /dashboard/accounts');
  const names = new Intl.DisplayNames(language, { type: 'region' });
  return (
    <Outside title={t.signUp.title} lead={t.signUp.lead}>
      {open.isSuccess ? (
        <>
          <p role="status">{t.signUp.sent}</p>
          <Link to="/confirm-account">{t.signUp.confirmTitle}</Link>
        </>
      ) : (
        <Form
          error={open.error}
          onSubmit={(fields) => {
            const country = countries.find((one) => one === fields.text('country')) ?? 'CM';
            open.mutate({ body: { email: fields.text('email'), businessName: fields.text('businessName'), country } });
          }}
        >
          <Field label={t.signUp.business} name="businessName" autoComplete="organization" required />
          <Select
            label={t.signUp.country}
            name="country"
            options={countries.map((one) => [one, names.of(one) ?? one] as const)}
          />
          <Field label={t.signIn.email} name="email" type="email" autoComplete="username" required />
          <Button type="submit" look="primary" busy={open.isPending}>
            {t.signUp.submit}
          </Button>
        </Form>
      )}
      <Link to="/sign-in">{t.password.back}</Link>
    </Outside>
  );
}
