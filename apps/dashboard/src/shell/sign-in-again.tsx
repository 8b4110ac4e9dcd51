import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { noteSessionEnd } from '../api/ended.js';
import { useLanguage } from '../i18n/language.js';
import { SignInForm } from '../sign-in/sign-in-form.js';
import { Dialog } from '../ui/dialog.js';

/** The sign-in above a page whose session has ended. The page and what was typed in it stay for the same person; another begins anew. */
export function SignInAgain({ email }: { readonly email: string }): ReactNode {
  const { t } = useLanguage();
  const router = useRouter();
  const queries = useQueryClient();
  return (
    <Dialog title={t.signIn.ended} look="cover">
      <p>{t.signIn.endedText}</p>
      <SignInForm
        email={email}
        onSignedIn={(address) => {
          if (address.toLowerCase() !== email.toLowerCase()) location.assign('/dashboard/');
          else {
            noteSessionEnd(false);
            void queries.invalidateQueries().then(() => router.invalidate());
          }
        }}
      />
    </Dialog>
  );
}
