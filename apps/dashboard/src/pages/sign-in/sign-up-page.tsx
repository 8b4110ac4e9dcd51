import type { OpenAccountRequest } from '@paygate/api-types';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useChange } from '../../api/queries.js';
import { useLanguage } from '../../i18n/language.js';
import { Button } from '../../ui/button.js';
import { Field, Form, Select } from '../../ui/form.js';
import { AccountOpened, ConfirmForm, useConfirmation } from './confirm-account.js';
import { Outside } from './outside.js';

/** The countries of new accounts. */
const isCountry: Readonly<Record<OpenAccountRequest['country'], true>> = { CM: true };
const countries = Object.keys(isCountry) as readonly OpenAccountRequest['country'][];

/** Asking for an account, and opening it with the code of its e-mail. The answer is the same for every address. */
export function SignUpPage(): ReactNode {
  const { t, language } = useLanguage();
  const open = useChange('POST /dashboard/accounts');
  const [email, setEmail] = useState('');
  const confirmation = useConfirmation(email);
  const names = new Intl.DisplayNames(language, { type: 'region' });
  if (confirmation.keys !== undefined)
    return <AccountOpened keys={confirmation.keys} isSignedIn={confirmation.isSignedIn} />;
  return (
    <Outside
      title={open.isSuccess ? t.signUp.confirmTitle : t.signUp.title}
      lead={open.isSuccess ? email : t.signUp.lead}
    >
      {open.isSuccess ? (
        <>
          <p role="status">{t.signUp.sent}</p>
          <ConfirmForm confirmation={confirmation} />
          <Button
            onClick={() => {
              open.reset();
            }}
          >
            {t.signUp.another}
          </Button>
        </>
      ) : (
        <Form
          error={open.error}
          onSubmit={(fields) => {
            const country = countries.find((one) => one === fields.text('country')) ?? 'CM';
            setEmail(fields.text('email'));
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
