import type { ReactNode } from 'react';
import { useState } from 'react';
import { ApiError } from '../api/client.js';
import { useChange } from '../api/queries.js';
import { useLanguage } from '../i18n/language.js';
import { Button } from '../ui/button.js';
import { Field, Form, Submit } from '../ui/form.js';
import { typedFactor } from '../ui/typed.js';

interface Credentials {
  readonly email: string;
  readonly password: string;
}

interface SignInFormProps {
  /** The initial value of the address field. */
  readonly email?: string;
  readonly onSignedIn: (email: string) => void;
  /** Is called when the form asks for a code, and when it goes back from there. */
  readonly onStep?: (asksForCode: boolean) => void;
}

/**
 * The form of a sign-in. The session is a cookie that no script can read. The second step of a person with a second factor sends the
 * password again, which this form holds until then: the first step gets nothing.
 */
export function SignInForm({ email = '', onSignedIn, onStep }: SignInFormProps): ReactNode {
  const signIn = useChange('POST /dashboard/sessions');
  const [proven, setProven] = useState<Credentials | null>(null);
  const prove = (credentials: Credentials | null): void => {
    setProven(credentials);
    onStep?.(credentials !== null);
  };
  const send = (credentials: Credentials, code?: string): void => {
    const body = { ...credentials, delivery: 'cookie' as const, ...(code === undefined ? {} : { code }) };
    const onError = (error: Error): void => {
      if (needsCode(error)) prove(credentials);
    };
    const onSuccess = (): void => {
      onSignedIn(credentials.email);
    };
    signIn.mutate({ body }, { onSuccess, onError });
  };
  const step = { error: needsCode(signIn.error) ? null : signIn.error, busy: signIn.isPending };
  if (proven === null) return <PasswordStep {...step} email={email} onSubmit={send} />;
  return (
    <CodeStep
      {...step}
      onSubmit={(code) => {
        send(proven, code);
      }}
      onBack={() => {
        signIn.reset();
        prove(null);
      }}
    />
  );
}

function needsCode(error: Error | null): boolean {
  return error instanceof ApiError && error.problem?.code === 'second_factor_required';
}

interface StepProps {
  readonly error: Error | null;
  readonly busy: boolean;
}

interface PasswordStepProps extends StepProps {
  readonly email: string;
  readonly onSubmit: (credentials: Credentials) => void;
}

function PasswordStep({ error, busy, email, onSubmit }: PasswordStepProps): ReactNode {
  const { t } = useLanguage();
  return (
    <Form
      error={error}
      onSubmit={(fields) => {
        onSubmit({ email: fields.text('email'), password: fields.secret('password') });
      }}
    >
      <Field label={t.signIn.email} name="email" type="email" autoComplete="username" defaultValue={email} required />
      <Field label={t.signIn.password} name="password" type="password" autoComplete="current-password" required />
      <Button type="submit" look="primary" busy={busy}>
        {t.signIn.submit}
      </Button>
    </Form>
  );
}

interface CodeStepProps extends StepProps {
  readonly onSubmit: (code: string) => void;
  readonly onBack: () => void;
}

function CodeStep({ error, busy, onSubmit, onBack }: CodeStepProps): ReactNode {
  const { t } = useLanguage();
  return (
    <Form
      // an empty field of its own, not the one of the address
      key="code"
      error={error}
      onSubmit={(fields) => {
        onSubmit(typedFactor(fields.text('code')));
      }}
    >
      <p>{t.signIn.codeLead}</p>
      <Field label={t.signIn.code} name="code" autoComplete="one-time-code" autoFocus required />
      <Submit text={t.signIn.submit} busy={busy} onLeave={onBack} leave={t.signIn.back} />
    </Form>
  );
}
