import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from '../api/session.js';
import { useLanguage } from '../i18n/language.js';
import { Drawing } from '../ui/icon.js';
import type { MenuPage } from './menu.js';
import { pagesFor } from './menu.js';
import { docsIcon, menuIcons } from './menu-icons.js';
import css from './shell.module.css';

interface NavigationProps {
  /** Is called when a page is chosen. */
  readonly onChoose?: () => void;
}

/** The menu of the pages that the member's role may see. */
export function Navigation({ onChoose }: NavigationProps): ReactNode {
  const { t, language } = useLanguage();
  const { acting } = useSession();
  const pages = pagesFor(acting.scopes);
  const of = (group: MenuPage['group']): readonly MenuPage[] => pages.filter((page) => page.group === group);
  return (
    <nav className={css['nav']} aria-label={t.app.menu}>
      <Links pages={of('daily')} onChoose={onChoose} />
      <p className={css['group']}>{t.app.developers}</p>
      <Links pages={of('developers')} onChoose={onChoose} />
      <a href={`/docs/${language}`} className={css['link']}>
        <Drawing path={docsIcon} />
        {t.app.docs}
      </a>
      <p className={css['group']}>{t.app.settings}</p>
      <Links pages={of('settings')} onChoose={onChoose} />
    </nav>
  );
}

interface LinksProps {
  readonly pages: readonly MenuPage[];
  readonly onChoose: (() => void) | undefined;
}

function Links({ pages, onChoose }: LinksProps): ReactNode {
  const { t } = useLanguage();
  return pages.map(({ to, title }) => (
    <Link key={to} to={to} className={css['link']} onClick={onChoose}>
      <Drawing path={menuIcons[to]} />
      {title(t)}
    </Link>
  ));
}
