import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { actAs } from '../../api/acting.js';
import { useChange } from '../../api/queries.js';
import { useLanguage } from '../../i18n/language.js';
import { Button } from '../../ui/button.js';
import { Field, Form } from '../../ui/form.js';
import { Outside } from './outside.js';

const route = getRouteApi('/sign-in');

/** Signing in. The session is a cookie that no script can read. */
export function SignInPage(): ReactNode {
  const { t } = useLanguage();
  const { next } = route.useSearch();
  const router = useRouter();
  const queries = useQueryClient();
  const signIn = useChange('POST /dashboard/sessions');
  const enter = (): void => {
    queries.clear();
    // of somebody who was signed in here before
    actAs({ merchantId: undefined, mode: 'test' });
    router.history.push(next ?? '/dashboard/');
  };
  return (
    <Outside title={t.signIn.title}>
      <Form
        error={signIn.error}
        onSubmit={(fields) => {
          const body = {
            email: fields.text('email'),
            password: fields.secret('password'),
            delivery: 'cookie' as const,
          };
          signIn.mutate({ body }, { onSuccess: enter });
        }}
      >
        <Field label={t.signIn.email} name="email" type="email" autoComplete="username" required />
        <Field label={t.signIn.password} name="password" type="password" autoComplete="current-password" required />
        <Button type="submit" look="primary" busy={signIn.isPending}>
          {t.signIn.submit}
        </Button>
      </Form>
      <Link to="/sign-up">{t.signUp.link}</Link>
      <Link to="/forgot-password">{t.signIn.forgot}</Link>
      <Link to="/accept-invitation">{t.signIn.invited}</Link>
    </Outside>
  );
}
