import type { IssuedApiKey } from '@paygate/api-types';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useChange } from '../../api/queries.js';
import { wordFor } from '../../i18n/api-words.js';
import { useLanguage } from '../../i18n/language.js';
import { Button, buttonClass } from '../../ui/button.js';
import { Field, Form } from '../../ui/form.js';
import { Copyable } from '../../ui/values.js';
import { Outside } from './outside.js';

/** Opening the account of a sign-up with the code of its e-mail. Its first keys are shown once. */
export function ConfirmAccountPage(): ReactNode {
  const { t } = useLanguage();
  const confirm = useChange('POST /dashboard/accounts/confirm');
  if (confirm.data !== undefined) return <Opened keys={confirm.data.apiKeys} />;
  return (
    <Outside title={t.signUp.confirmTitle} lead={t.signUp.confirmLead}>
      <Form
        error={confirm.error}
        onSubmit={(fields) => {
          const body = { token: fields.text('token'), name: fields.text('name'), password: fields.secret('password') };
          confirm.mutate({ body });
        }}
      >
        <Field label={t.password.code} name="token" autoComplete="one-time-code" required />
        <Field label={t.invitation.name} name="name" autoComplete="name" required />
        <Field
          label={t.invitation.password}
          name="password"
          type="password"
          autoComplete="new-password"
          hint={t.invitation.rule}
          required
        />
        <Button type="submit" look="primary" busy={confirm.isPending}>
          {t.signUp.confirm}
        </Button>
      </Form>
      <Link to="/sign-in">{t.password.back}</Link>
    </Outside>
  );
}

function Opened({ keys }: { readonly keys: readonly IssuedApiKey[] }): ReactNode {
  const { t } = useLanguage();
  return (
    <Outside title={t.signUp.openedTitle}>
      <p role="status">{t.signUp.opened}</p>
      {keys.map(({ id, type, key = '' }) => (
        <div key={id}>
          <strong>{wordFor(t.keyType, type)}</strong>
          <Copyable text={key} label={wordFor(t.keyType, type)} />
        </div>
      ))}
      <Link to="/sign-in" className={buttonClass('primary')}>
        {t.signIn.title}
      </Link>
    </Outside>
  );
}
