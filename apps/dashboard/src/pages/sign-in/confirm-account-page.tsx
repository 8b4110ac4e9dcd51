import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { useLanguage } from '../../i18n/language.js';
import { AccountOpened, useConfirmation, ConfirmForm } from './confirm-account.js';
import { useMailToken } from './mail-token.js';
import { Outside } from './outside.js';

/** Opening the account of a sign-up with the code or the link of its e-mail, in any browser. */
export function ConfirmAccountPage(): ReactNode {
  const { t } = useLanguage();
  const token = useMailToken();
  const confirmation = useConfirmation();
  if (confirmation.keys !== undefined) return <AccountOpened keys={confirmation.keys} isSignedIn={false} />;
  return (
    <Outside title={t.signUp.confirmTitle} lead={t.signUp.confirmLead}>
      <ConfirmForm confirmation={confirmation} token={token} />
      <Link to="/sign-in">{t.password.back}</Link>
    </Outside>
  );
}
