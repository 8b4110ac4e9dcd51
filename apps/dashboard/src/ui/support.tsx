import type { ReactNode } from 'react';
import { useLanguage } from '../i18n/language.js';
import { installed } from './data/installation.js';

/** The link to the support of the installation's team; nothing where none is configured. */
export function Support(): ReactNode {
  const { t } = useLanguage();
  const address = installed('support');
  if (address === '') return null;
  return (
    <span>
      {t.problem.support} <a href={address}>{address.replace(/^[a-z]+:(?:\/\/)?/, '')}</a>
    </span>
  );
}
