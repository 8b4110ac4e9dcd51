import type { ErrorComponentProps } from '@tanstack/react-router';
import { Link, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useLanguage } from '../i18n/language.js';
import { Outside } from '../pages/sign-in/outside.js';
import { Button, buttonClass } from '../ui/button.js';
import css from '../ui/data.module.css';
import { Page } from '../ui/page.js';
import { ProblemNotice } from '../ui/problem-notice.js';
import { reloadWhenReached } from './lazy-page.js';

/** While a page of the frame loads. */
export function Waiting(): ReactNode {
  const { t } = useLanguage();
  return (
    <div className={css['page']}>
      <h1 className="visually-hidden">{t.state.loading}</h1>
      <div role="status" className={css['loading']}>
        {t.state.loading}
      </div>
    </div>
  );
}

/** While the frame itself, or a page without it, loads. */
export function WaitingOutside(): ReactNode {
  return (
    <main>
      <Waiting />
    </main>
  );
}

/** In place of a page of the frame that could not be shown. */
export function Failed({ error }: ErrorComponentProps): ReactNode {
  const { t } = useLanguage();
  return (
    <Page title={t.state.failed}>
      <Cause error={error} />
    </Page>
  );
}

/** In place of the frame, or of a page without it. */
export function FailedOutside({ error }: ErrorComponentProps): ReactNode {
  const { t } = useLanguage();
  return (
    <Outside title={t.state.failed}>
      <Cause error={error} />
    </Outside>
  );
}

function Cause({ error }: Pick<ErrorComponentProps, 'error'>): ReactNode {
  const { t } = useLanguage();
  const router = useRouter();
  return (
    <>
      <ProblemNotice error={error instanceof Error ? error : new Error(String(error))} />
      <div>
        <Button
          onClick={() => {
            void reloadWhenReached().then(() => router.invalidate());
          }}
        >
          {t.state.retry}
        </Button>
      </div>
    </>
  );
}

export function Missing(): ReactNode {
  const { t } = useLanguage();
  return (
    <Outside title={t.app.missing} lead={t.app.missingText}>
      <Link to="/" className={buttonClass('primary')}>
        {t.app.home}
      </Link>
    </Outside>
  );
}
