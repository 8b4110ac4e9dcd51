import { useQueryClient } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useChange } from '../api/queries.js';
import { useSession } from '../api/session.js';
import { useLanguage } from '../i18n/language.js';
import { Button } from '../ui/button.js';
import type { MenuPage } from './menu.js';
import { menu } from './menu.js';
import css from './shell.module.css';
import { LanguageSwitch, ThemeSwitch } from './switches.js';

/** The menu of the pages that the member's role may see. */
export function Navigation(): ReactNode {
  const { t } = useLanguage();
  const { acting, email } = useSession();
  const pages = menu.filter(({ scope }) => scope === null || acting.scopes.includes(scope));
  const of = (group: MenuPage['group']): readonly MenuPage[] => pages.filter((page) => page.group === group);
  return (
    <nav className={css['nav']} aria-label={t.app.menu}>
      <Links pages={of('daily')} />
      <p className={css['group']}>{t.app.developers}</p>
      <Links pages={of('developers')} />
      <p className={css['group']}>{t.app.settings}</p>
      <Links pages={of('settings')} />
      <div className={css['foot']}>
        <LanguageSwitch />
        <ThemeSwitch />
        <span>{acting.name || email}</span>
        <SignOut />
      </div>
    </nav>
  );
}

function Links({ pages }: { readonly pages: readonly MenuPage[] }): ReactNode {
  const { t } = useLanguage();
  return pages.map(({ to, title }) => (
    <Link key={to} to={to} className={css['link']}>
      {title(t)}
    </Link>
  ));
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
