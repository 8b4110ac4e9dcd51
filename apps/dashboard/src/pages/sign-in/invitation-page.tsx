import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useChange } from '../../api/queries.js';
import { useLanguage } from '../../i18n/language.js';
import { Button } from '../../ui/button.js';
import { Field, Form, NewPassword } from '../../ui/form.js';
import { useMailToken } from './mail-token.js';
import { Outside } from './outside.js';

/** Joining an account with the code of an invitation. */
export function InvitationPage(): ReactNode {
  const { t } = useLanguage();
  const token = useMailToken();
  const accept = useChange('POST /members/accept');
  return (
    <Outside title={t.invitation.title} lead={t.invitation.lead}>
      {accept.isSuccess ? (
        <p role="status">{t.invitation.joined}</p>
      ) : (
        <Form
          error={accept.error}
          onSubmit={(fields) => {
            const body = {
              token: fields.text('token'),
              name: fields.text('name'),
              password: fields.secret('password'),
            };
            accept.mutate({ body });
          }}
        >
          <Field label={t.invitation.code} name="token" defaultValue={token} required />
          <Field label={t.invitation.name} name="name" autoComplete="name" required />
          <NewPassword label={t.invitation.password} hint={t.invitation.rule} />
          <Button type="submit" look="primary" busy={accept.isPending}>
            {t.invitation.submit}
          </Button>
        </Form>
      )}
      <Link to="/sign-in">{t.password.back}</Link>
    </Outside>
  );
}
