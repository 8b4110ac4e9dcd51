import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { lazy, Suspense } from 'react';
import { useActing } from '../../api/acting.js';
import { useSessionEnded } from '../../api/ended.js';
import { useApi } from '../../api/queries.js';
import { useLanguage } from '../../i18n/language.js';
import { Button } from '../../ui/button.js';
import { Loaded } from '../../ui/loaded.js';
import { AskForm } from './ask-form.js';
import { usePlace } from './place.js';
import { TillChoice } from './till-choice.js';
import { TillClock } from './till-clock.js';
import { TillOutcome } from './till-outcome.js';
import css from './till.module.css';
import { useTill } from './use-till.js';

const DAY_READ_MS = 60_000;
const route = getRouteApi('/till');
const SignInAgain = lazy(async () => ({ default: (await import('../../shell/sign-in-again.js')).SignInAgain }));

/** The screen of a counter, full of one thing at a time: the amount and the number, the wait, and that it is paid. */
export function TillPage(): ReactNode {
  const { t } = useLanguage();
  const { mode } = useActing();
  const { session } = route.useRouteContext();
  const hasEnded = useSessionEnded();
  const day = useApi('GET /till/day', {}, { every: DAY_READ_MS });
  const account = `${session.acting.merchantId}.${mode}`;
  return (
    <div className={css['till']}>
      <header>
        {mode === 'test' && <p className={css['test']}>{t.app.testBanner}</p>}
        {day.data !== undefined && <TillClock word={day.data.word} />}
      </header>
      <Loaded query={day}>
        {({ word, phoneAsks }) => <Counter key={account} account={account} word={word} asksPhones={phoneAsks} />}
      </Loaded>
      <footer className={css['foot']}>
        <Link to="/payments">{t.till.payments}</Link>
        <Link to="/balance/day">{t.till.day}</Link>
        <Button
          onClick={() => {
            void document.documentElement.requestFullscreen();
          }}
        >
          {t.till.full}
        </Button>
      </footer>
      {hasEnded && (
        <Suspense>
          <SignInAgain email={session.email} />
        </Suspense>
      )}
    </div>
  );
}

interface CounterProps {
  /** The account and its mode. */
  readonly account: string;
  readonly word: string;
  readonly asksPhones: boolean;
}

function Counter({ account, word, asksPhones }: CounterProps): ReactNode {
  const till = useTill(account);
  const { place, query } = usePlace();
  const { state } = till;
  if (state.kind !== 'open') return <TillOutcome till={till} state={state} word={word} />;
  if (place === undefined) return <Loaded query={query}>{() => null}</Loaded>;
  if (place.tills.length > 0 && place.chosen === null) return <TillChoice place={place} />;
  return <AskForm till={till} left={state.left} asksPhones={asksPhones} place={place} />;
}
