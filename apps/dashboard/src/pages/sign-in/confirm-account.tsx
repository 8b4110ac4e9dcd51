import type { IssuedApiKey } from '@paygate/api-types';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useChange } from '../../api/queries.js';
import { wordFor } from '../../i18n/api-words.js';
import { useLanguage } from '../../i18n/language.js';
import { Button, buttonClass } from '../../ui/button.js';
import { Field, Form, NewPassword } from '../../ui/form.js';
import { Copyable } from '../../ui/values.js';
import { Outside } from './outside.js';
import { useEntrance } from './entrance.js';

interface Confirmed {
  readonly token: string;
  readonly name: string;
  readonly password: string;
}

interface Confirmation {
  /** The first keys of the account, once it is open. */
  readonly keys: readonly IssuedApiKey[] | undefined;
  readonly isSignedIn: boolean;
  readonly error: Error | null;
  readonly busy: boolean;
  readonly confirm: (wanted: Confirmed) => void;
}

/** Opens an account, and signs its owner in where the address is known. */
export function useConfirmation(email?: string): Confirmation {
  const opening = useChange('POST /dashboard/accounts/confirm');
  const signIn = useChange('POST /dashboard/sessions');
  const [isSignedIn, setIsSignedIn] = useState(false);
  const confirm = (body: Confirmed): void => {
    const onSuccess = (): void => {
      if (email === undefined) return;
      const { password } = body;
      // a person with a second factor signs in at the page for it
      const entered = {
        onSuccess: () => {
          setIsSignedIn(true);
        },
      };
      signIn.mutate({ body: { email, password, delivery: 'cookie' } }, entered);
    };
    opening.mutate({ body }, { onSuccess });
  };
  const busy = opening.isPending || signIn.isPending;
  return { keys: busy ? undefined : opening.data?.apiKeys, isSignedIn, error: opening.error, busy, confirm };
}

interface ConfirmFormProps {
  readonly confirmation: Confirmation;
  readonly token?: string;
}

/** The code of the e-mail, which its link fills in, and the owner's name and password. */
export function ConfirmForm({ confirmation: { error, busy, confirm }, token = '' }: ConfirmFormProps): ReactNode {
  const { t } = useLanguage();
  return (
    <Form
      error={error}
      onSubmit={(fields) => {
        confirm({ token: fields.text('token'), name: fields.text('name'), password: fields.secret('password') });
      }}
    >
      <Field label={t.password.code} name="token" autoComplete="one-time-code" defaultValue={token} required />
      <Field label={t.invitation.name} name="name" autoComplete="name" required />
      <NewPassword label={t.invitation.password} hint={t.invitation.rule} />
      <Button type="submit" look="primary" busy={busy}>
        {t.signUp.confirm}
      </Button>
    </Form>
  );
}

interface OpenedProps {
  readonly keys: readonly IssuedApiKey[];
  readonly isSignedIn: boolean;
}

/** The first keys of a new account, which are shown once, and the way on. */
export function AccountOpened({ keys, isSignedIn }: OpenedProps): ReactNode {
  const { t } = useLanguage();
  const enter = useEntrance();
  return (
    <Outside title={t.signUp.openedTitle}>
      <p role="status">{t.signUp.opened}</p>
      {keys.map(({ id, type, key = '' }) => (
        <div key={id}>
          <strong>{wordFor(t.keyType, type)}</strong>
          <Copyable text={key} label={wordFor(t.keyType, type)} />
        </div>
      ))}
      {isSignedIn ? (
        <Button
          look="primary"
          onClick={() => {
            enter();
          }}
        >
          {t.signUp.goOn}
        </Button>
      ) : (
        <Link to="/sign-in" className={buttonClass('primary')}>
          {t.signIn.title}
        </Link>
      )}
    </Outside>
  );
}
