import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useLanguage } from '../../i18n/language.js';
import { useEntrance } from './entrance.js';
import { Outside } from './outside.js';
import { SignInForm } from '../../sign-in/sign-in-form.js';

const route = getRouteApi('/sign-in');

/** Signing in, which leads to where the person wanted to go. */
export function SignInPage(): ReactNode {
  const { t } = useLanguage();
  const { next } = route.useSearch();
  const enter = useEntrance();
  const [asksForCode, setAsksForCode] = useState(false);
  return (
    <Outside title={asksForCode ? t.signIn.codeTitle : t.signIn.title}>
      <SignInForm
        onStep={setAsksForCode}
        onSignedIn={() => {
          enter(next);
        }}
      />
      {!asksForCode && (
        <>
          <Link to="/sign-up">{t.signUp.link}</Link>
          <Link to="/forgot-password">{t.signIn.forgot}</Link>
          <Link to="/accept-invitation">{t.signIn.invited}</Link>
        </>
      )}
    </Outside>
  );
}
