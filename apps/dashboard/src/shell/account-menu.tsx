import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useChange } from '../api/queries.js';
import { useSession } from '../api/session.js';
import { forgetPush } from '../push/browser-push.js';
import { wordFor } from '../i18n/api-words.js';
import { useLanguage } from '../i18n/language.js';
import { Button } from '../ui/button.js';
import { Icon } from '../ui/icon.js';
import { Menu } from '../ui/menu.js';
import css from './shell.module.css';
import { LanguageSwitch, ThemeSwitch } from './switches.js';

/** The signed-in person, the language and theme of this browser, and the sign-out. */
export function AccountMenu(): ReactNode {
  const { t } = useLanguage();
  const { acting, email } = useSession();
  return (
    <Menu label={t.app.accountMenu} face={<Icon of="person" />}>
      <div className={css['account']}>
        <strong>{acting.name || email}</strong>
        <span>
          {acting.name === '' ? '' : `${email} · `}
          {wordFor(t.role, acting.role)}
        </span>
        <LanguageSwitch />
        <ThemeSwitch />
      </div>
      <SignOut />
    </Menu>
  );
}

function SignOut(): ReactNode {
  const { t } = useLanguage();
  const router = useRouter();
  const queries = useQueryClient();
  const end = useChange('DELETE /dashboard/sessions/current');
  return (
    <Button
      busy={end.isPending}
      onClick={() => {
        end.mutate(
          {},
          {
            onSuccess: () => {
              void forgetPush().catch(() => undefined);
              queries.clear();
              void router.navigate({ to: '/sign-in' });
            },
          },
        );
      }}
    >
      {t.app.signOut}
    </Button>
  );
}
