import { maskedText } from '@paygate/typed-input';
import type { ReactNode } from 'react';
import { wordFor } from '../../i18n/api-words.js';
import { useLanguage } from '../../i18n/language.js';
import { Button } from '../../ui/button.js';
import { QrCode } from '../../ui/data/qr-code.js';
import type { Asked, TillState } from './till-state.js';
import css from './till.module.css';
import type { Till } from './use-till.js';

interface OutcomeProps {
  readonly till: Till;
  readonly state: Exclude<TillState, { readonly kind: 'open' }>;
  readonly word: string;
}

/** The outcome of the ask: one thing, in type that is read across a counter. */
export function TillOutcome({ till, state, word }: OutcomeProps): ReactNode {
  const { t } = useLanguage();
  const words = t.till;
  return (
    <main className={css[state.kind]}>
      {state.kind === 'waiting' && <Waiting till={till} asked={state.asked} />}
      {state.kind === 'paid' && (
        <>
          <div role="status">
            <h1 className={css['title']}>{words.paid}</h1>
          </div>
          <Terms asked={state.asked} />
          <Facts word={word} paid={state.paid} />
        </>
      )}
      {state.kind === 'failed' && (
        <>
          <div role="status">
            <h1 className={css['title']}>{words.failed}</h1>
          </div>
          <Terms asked={state.asked} />
          <p>{wordFor(t.failure, state.code)}</p>
        </>
      )}
      <Button look={state.kind === 'failed' ? 'primary' : 'plain'} onClick={till.next}>
        {state.kind === 'waiting' ? words.leave : words.next}
      </Button>
    </main>
  );
}

function Terms({ asked }: { readonly asked: Asked }): ReactNode {
  const formats = useLanguage();
  return (
    <>
      <p className={css['amount']}>{formats.money(asked.amount, asked.currency)}</p>
      {asked.ask !== null && <p className={css['phone']}>{maskedText(asked.ask.phoneMasked)}</p>}
    </>
  );
}

function Waiting({ till, asked }: { readonly till: Till; readonly asked: Asked }): ReactNode {
  const { t } = useLanguage();
  const words = t.till;
  const { ask, url } = asked;
  const { promptName, dial } = ask ?? { promptName: null, dial: null };
  const waiting = ask === null ? words.scan : words.waiting;
  return (
    <>
      <div role="status">
        <h1 className={css['title']}>{till.isOffline ? words.offline : till.isBehind ? words.behind : waiting}</h1>
      </div>
      <Terms asked={asked} />
      {url !== null && (
        <div className={css['code']}>
          <QrCode text={url} label={words.codeLabel} />
        </div>
      )}
      {ask === null && url === null && <p>{words.noPage}</p>}
      {promptName !== null && <p>{words.prompt(promptName)}</p>}
      {dial !== null && <p>{words.dial(dial)}</p>}
    </>
  );
}

function Facts({
  word,
  paid,
}: {
  readonly word: string;
  readonly paid: { readonly at: string; readonly providerReference: string | null };
}): ReactNode {
  const { t, ...formats } = useLanguage();
  const words = t.till;
  return (
    <dl className={css['facts']}>
      <dt>{words.word}</dt>
      <dd>{word}</dd>
      <dt>{words.at}</dt>
      <dd>{formats.time(paid.at)}</dd>
      {paid.providerReference !== null && (
        <>
          <dt>{words.number}</dt>
          <dd>{paid.providerReference}</dd>
        </>
      )}
    </dl>
  );
}
