import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi } from '../../api/queries.js';
import { useLanguage } from '../../i18n/language.js';
import { buttonClass } from '../../ui/button.js';
import { Field } from '../../ui/form.js';
import { Loaded } from '../../ui/loaded.js';

/** The children where the person has a second factor; otherwise the way to enable one. */
export function NeedsFactor({ children }: { readonly children: ReactNode }): ReactNode {
  const { t } = useLanguage();
  const factor = useApi('GET /dashboard/second-factor', {});
  return (
    <Loaded query={factor}>
      {({ enabled }) =>
        enabled ? (
          children
        ) : (
          <>
            <p>{t.payouts.noFactor}</p>
            <p>
              <Link to="/settings/security" className={buttonClass('primary')}>
                {t.payouts.enableFactor}
              </Link>
            </p>
          </>
        )
      }
    </Loaded>
  );
}

/** The field of a code of the second factor. */
export function FactorField(): ReactNode {
  const { t } = useLanguage();
  return <Field label={t.payouts.code} name="code" autoComplete="one-time-code" required />;
}
