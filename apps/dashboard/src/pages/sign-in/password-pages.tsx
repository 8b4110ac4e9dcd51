import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useChange } from '../../api/queries.js';
import { useLanguage } from '../../i18n/language.js';
import { Button } from '../../ui/button.js';
import { Field, Form, NewPassword } from '../../ui/form.js';
import { useMailToken } from './mail-token.js';
import { Outside } from './outside.js';

/** Asking for a code by e-mail. The answer is the same for every address. */
export function ForgotPasswordPage(): ReactNode {
  const { t } = useLanguage();
  const forget = useChange('POST /dashboard/password/forgot');
  return (
    <Outside title={t.password.forgotTitle} lead={t.password.forgotLead}>
      {forget.isSuccess ? (
        <>
          <p role="status">{t.password.sent}</p>
          <Link to="/reset-password">{t.password.resetTitle}</Link>
        </>
      ) : (
        <Form
          error={forget.error}
          onSubmit={(fields) => {
            forget.mutate({ body: { email: fields.text('email') } });
          }}
        >
          <Field label={t.signIn.email} name="email" type="email" autoComplete="username" required />
          <Button type="submit" look="primary" busy={forget.isPending}>
            {t.password.send}
          </Button>
        </Form>
      )}
      <Link to="/sign-in">{t.password.back}</Link>
    </Outside>
  );
}

export function ResetPasswordPage(): ReactNode {
  const { t } = useLanguage();
  const token = useMailToken();
  const reset = useChange('POST /dashboard/password/reset');
  return (
    <Outside title={t.password.resetTitle}>
      {reset.isSuccess ? (
        <p role="status">{t.password.changed}</p>
      ) : (
        <Form
          error={reset.error}
          onSubmit={(fields) => {
            reset.mutate({ body: { token: fields.text('token'), password: fields.secret('password') } });
          }}
        >
          <Field label={t.password.code} name="token" autoComplete="one-time-code" defaultValue={token} required />
          <NewPassword label={t.password.new} hint={t.password.rule} />
          <Button type="submit" look="primary" busy={reset.isPending}>
            {t.password.submit}
          </Button>
        </Form>
      )}
      <Link to="/sign-in">{t.password.back}</Link>
    </Outside>
  );
}
