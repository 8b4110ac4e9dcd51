import type { ErrorComponentProps } from '@tanstack/react-router';
import { Link, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useLanguage } from '../i18n/language.js';
import { Button, buttonClass } from '../ui/button.js';
import css from '../ui/data.module.css';
import { Page } from '../ui/page.js';
import { ProblemNotice } from '../ui/problem-notice.js';

/** While a page loads. */
export function Waiting(): ReactNode {
  const { t } = useLanguage();
  return (
    <div role="status" className={css['loading']}>
      {t.state.loading}
    </div>
  );
}

/** In place of a page that could not be shown. */
export function Failed({ error }: ErrorComponentProps): ReactNode {
  const { t } = useLanguage();
  const router = useRouter();
  return (
    <main className={css['page']}>
      <ProblemNotice error={error instanceof Error ? error : new Error(String(error))} />
      <div>
        <Button onClick={() => void router.invalidate()}>{t.state.retry}</Button>
      </div>
    </main>
  );
}

export function Missing(): ReactNode {
  const { t } = useLanguage();
  return (
    <main>
      <Page title={t.app.missing}>
        <div>
          <Link to="/" className={buttonClass('plain')}>
            {t.app.home}
          </Link>
        </div>
      </Page>
    </main>
  );
}
