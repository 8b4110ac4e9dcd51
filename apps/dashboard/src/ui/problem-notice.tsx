import type { Problem } from '@paygate/api-types';
import type { ReactNode } from 'react';
import { ApiError } from '../api/client.js';
import { refusalText } from '../i18n/problems/problem-words.js';
import { useLanguage } from '../i18n/language.js';
import css from './data.module.css';
import { Support } from './support.js';

/** A refusal of the API in the reader's words. Its code, the API's own sentence and the id that support asks for are below "Details". */
export function ProblemNotice({ error }: { readonly error: Error | null }): ReactNode {
  const spoken = useLanguage();
  const { t, named } = spoken;
  if (error === null) return null;
  const problem = error instanceof ApiError ? error.problem : null;
  return (
    <div role="alert" className={`${css['notice'] ?? ''} ${css['problem'] ?? ''}`}>
      <strong>{problem === null ? t.problem.noAnswer : refusalText(problem, t, spoken)}</strong>
      {problem !== null && (
        <details className={css['details']}>
          <summary>{t.problem.details}</summary>
          <p className={css['small']}>
            <span lang="en">{problem.detail}</span>
            <br />
            {named(t.problem.code, '')}
            <ProblemCode problem={problem} /> · {named(t.problem.request, '')}
            <code>{problem.requestId}</code>
            <br />
            <Support />
          </p>
        </details>
      )}
    </div>
  );
}

/** The page of a code is served in test mode, or where the installation's team publishes it. */
function ProblemCode({ problem: { code, type } }: { readonly problem: Problem }): ReactNode {
  const page = URL.parse(type, location.origin);
  if (page?.protocol !== 'https:') return <code>{code}</code>;
  return (
    <a href={page.href} target="_blank" rel="noreferrer">
      <code>{code}</code>
    </a>
  );
}
