import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { actAs } from '../../api/acting.js';
import { ApiError } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { useLanguage } from '../../i18n/language.js';
import { Actions, Button } from '../../ui/button.js';
import { Field, Form } from '../../ui/form.js';
import { Outside } from './outside.js';
import { typedFactor } from '../../ui/typed.js';

const route = getRouteApi('/sign-in');

interface Credentials {
  readonly email: string;
  readonly password: string;
}

interface StepProps {
  readonly error: Error | null;
  readonly busy: boolean;
}

/**
 * Signing in. The session is a cookie that no script can read. The second step of a person with a second factor sends the password
 * again, which this page holds until then: the first step gets nothing.
 */
export function SignInPage(): ReactNode {
  const { next } = route.useSearch();
  const router = useRouter();
  const queries = useQueryClient();
  const signIn = useChange('POST /dashboard/sessions');
  const [proven, setProven] = useState<Credentials | null>(null);
  const enter = (): void => {
    queries.clear();
    // of somebody who was signed in here before
    actAs({ merchantId: undefined, mode: 'test' });
    router.history.push(next ?? '/dashboard/');
  };
  const send = (credentials: Credentials, code?: string): void => {
    const body = { ...credentials, delivery: 'cookie' as const, ...(code === undefined ? {} : { code }) };
    const onError = (error: Error): void => {
      if (needsCode(error)) setProven(credentials);
    };
    signIn.mutate({ body }, { onSuccess: enter, onError });
  };
  const step = { error: needsCode(signIn.error) ? null : signIn.error, busy: signIn.isPending };
  if (proven === null) return <PasswordStep {...step} onSubmit={send} />;
  return (
    <CodeStep
      {...step}
      onSubmit={(code) => {
        send(proven, code);
      }}
      onBack={() => {
        signIn.reset();
        setProven(null);
      }}
    />
  );
}

function needsCode(error: Error | null): boolean {
  return error instanceof ApiError && error.problem?.code === 'second_factor_required';
}

interface PasswordStepProps extends StepProps {
  readonly onSubmit: (credentials: Credentials) => void;
}

function PasswordStep({ error, busy, onSubmit }: PasswordStepProps): ReactNode {
  const { t } = useLanguage();
  return (
    <Outside title={t.signIn.title}>
      <Form
        error={error}
        onSubmit={(fields) => {
          onSubmit({ email: fields.text('email'), password: fields.secret('password') });
        }}
      >
        <Field label={t.signIn.email} name="email" type="email" autoComplete="username" required />
        <Field label={t.signIn.password} name="password" type="password" autoComplete="current-password" required />
        <Button type="submit" look="primary" busy={busy}>
          {t.signIn.submit}
        </Button>
      </Form>
      <Link to="/sign-up">{t.signUp.link}</Link>
      <Link to="/forgot-password">{t.signIn.forgot}</Link>
      <Link to="/accept-invitation">{t.signIn.invited}</Link>
    </Outside>
  );
}

interface CodeStepProps extends StepProps {
  readonly onSubmit: (code: string) => void;
  readonly onBack: () => void;
}

function CodeStep({ error, busy, onSubmit, onBack }: CodeStepProps): ReactNode {
  const { t } = useLanguage();
  return (
    <Outside title={t.signIn.codeTitle} lead={t.signIn.codeLead}>
      <Form
        // an empty field of its own, not the one of the address
        key="code"
        error={error}
        onSubmit={(fields) => {
          onSubmit(typedFactor(fields.text('code')));
        }}
      >
        <Field label={t.signIn.code} name="code" autoComplete="one-time-code" autoFocus required />
        <Actions>
          <Button type="submit" look="primary" busy={busy}>
            {t.signIn.submit}
          </Button>
          <Button onClick={onBack}>{t.signIn.back}</Button>
        </Actions>
      </Form>
    </Outside>
  );
}
