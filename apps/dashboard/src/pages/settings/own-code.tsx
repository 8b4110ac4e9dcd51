import type { UpdateMerchantRequest } from '@paygate/api-types';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { ApiError } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { useLanguage } from '../../i18n/language.js';
import type { FormFields } from '../../ui/form.js';
import { Submit } from '../../ui/form.js';
import { FactorField, NeedsFactor } from '../payouts/needs-factor.js';

interface SettingsChange {
  readonly error: Error | null;
  /** Saves settings, with the code among the fields when it was asked for. */
  readonly save: (settings: UpdateMerchantRequest['settings'], fields?: FormFields) => void;
  /** The end of the form that saves them. */
  readonly end: ReactNode;
}

/** A change of the account's settings. One that loosens what protects money takes a code of the own second factor, which works once. */
export function useSettingsChange(): SettingsChange {
  const { t } = useLanguage();
  const change = useChange('PATCH /merchant');
  const [needsCode, setNeedsCode] = useState(false);
  const isAsked = change.error instanceof ApiError && change.error.problem?.code === 'second_factor_required';
  if (!needsCode && isAsked) setNeedsCode(true);
  return {
    error: change.error,
    save: (settings, fields) => {
      const onSuccess = (): void => {
        setNeedsCode(false);
      };
      change.mutate(
        { body: { settings, ...(needsCode && fields ? { code: fields.text('code') } : {}) } },
        { onSuccess },
      );
    },
    end: (
      <>
        {needsCode && (
          <NeedsFactor>
            <FactorField />
          </NeedsFactor>
        )}
        <Submit text={t.action.save} busy={change.isPending} saved={change.isSuccess} />
      </>
    ),
  };
}
