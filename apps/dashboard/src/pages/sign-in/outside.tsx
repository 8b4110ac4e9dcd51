import type { ReactNode } from 'react';
import css from '../../shell/shell.module.css';
import { LanguageSwitch, ThemeSwitch } from '../../shell/switches.js';
import data from '../../ui/data.module.css';
import { useLanguage } from '../../i18n/language.js';
import { Mark } from '../../ui/mark.js';
import { Page } from '../../ui/page.js';
import { Support } from '../../ui/support.js';

interface OutsideProps {
  readonly title: string;
  readonly lead?: string;
  readonly children: ReactNode;
}

/** The frame of a page for people who are not signed in. */
export function Outside({ title, lead, children }: OutsideProps): ReactNode {
  const { t } = useLanguage();
  return (
    <main className={css['outside']}>
      <p className={css['brand']}>
        <Mark /> {t.app.name}
      </p>
      <Page title={title} {...(lead === undefined ? {} : { lead })}>
        <div className={data['card']}>{children}</div>
      </Page>
      <div className={css['outsideFoot']}>
        <LanguageSwitch />
        <ThemeSwitch />
        <Support />
      </div>
    </main>
  );
}
