import { getRouteApi, Link, Outlet, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useActing } from '../api/acting.js';
import { useSessionEnded } from '../api/ended.js';
import type { Session } from '../api/session.js';
import { SessionProvider } from '../api/session.js';
import { useLanguage } from '../i18n/language.js';
import { keepPush } from '../push/browser-push.js';
import { Mark } from '../ui/mark.js';
import { useWide } from '../ui/wide.js';
import { AccountMenu } from './account-menu.js';
import { Drawer } from './drawer.js';
import { Navigation } from './navigation.js';
import { Palette } from './palette.js';
import css from './shell.module.css';
import { AccountSwitch, ModeSwitch } from './switches.js';

const inside = getRouteApi('/inside');
const SignInAgain = lazy(async () => ({ default: (await import('./sign-in-again.js')).SignInAgain }));

/** The frame of every page behind the sign-in. A session that has ended leaves the page as it is, behind a new sign-in. */
export function Shell(): ReactNode {
  const { t } = useLanguage();
  const { session } = inside.useRouteContext();
  const { mode } = useActing();
  const main = useFocusedHeading();
  const wide = useWide();
  const hasEnded = useSessionEnded();
  useKeptPush(session);
  return (
    <SessionProvider value={session}>
      <div className={css['frame']}>
        <a className={css['skip']} href="#main">
          {t.app.skip}
        </a>
        <header className={css['head']}>
          {mode === 'test' && <p className={css['banner']}>{t.app.testBanner}</p>}
          <div className={css['top']}>
            {!wide && <Drawer />}
            <Link to="/" className={css['brand']}>
              <Mark /> {t.app.name}
            </Link>
            <Palette />
            {wide && (
              <div className={css['switches']}>
                <AccountSwitch />
                <ModeSwitch />
              </div>
            )}
            <AccountMenu />
          </div>
        </header>
        {wide && <Navigation />}
        <main id="main" ref={main} className={css['main']} tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      {hasEnded && (
        <Suspense>
          <SignInAgain email={session.email} />
        </Suspense>
      )}
    </SessionProvider>
  );
}

/** The subscription of this browser follows the session, also a new one on the same page. */
function useKeptPush({ email, expiresAt }: Session): void {
  const { language } = useLanguage();
  useEffect(() => {
    // without a connection it stays as it is until the next page
    void keepPush(language).catch(() => undefined);
  }, [email, expiresAt, language]);
}

/** The heading of a page takes the focus when the path has changed, so that a screen reader begins there. */
function useFocusedHeading() {
  const main = useRef<HTMLElement>(null);
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const shown = useRef<string>(undefined);
  useEffect(() => {
    if (shown.current !== undefined && shown.current !== path) main.current?.querySelector('h1')?.focus();
    shown.current = path;
  }, [path]);
  return main;
}
