import type { PayoutDestination } from '@paygate/api-types';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useChange } from '../../api/queries.js';
import { useLanguage } from '../../i18n/language.js';
import { Actions, Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Form } from '../../ui/form.js';
import { typedFactor } from '../../ui/typed.js';
import { FactorField, NeedsFactor } from './needs-factor.js';

/** A button that revokes a destination, with a code of the second factor. */
export function RevokeDestination({ destination }: { readonly destination: PayoutDestination }): ReactNode {
  const { t, named } = useLanguage();
  const { id, label } = destination;
  const [open, setOpen] = useState(false);
  const revoke = useChange('POST /payout-destinations/{id}/revoke');
  const title = named(t.payouts.revoke, label);
  const close = (): void => {
    setOpen(false);
  };
  return (
    <>
      <Button
        look="danger"
        aria-label={title}
        onClick={() => {
          setOpen(true);
        }}
      >
        {t.payouts.revoke}
      </Button>
      {open && (
        <Dialog title={title} onClose={close}>
          <p>{t.payouts.revokeQuestion}</p>
          <NeedsFactor>
            <Form
              error={revoke.error}
              onSubmit={(fields) => {
                const body = { code: typedFactor(fields.text('code')) };
                revoke.mutate({ path: { id }, body }, { onSuccess: close });
              }}
            >
              <FactorField />
              <Actions>
                <Button type="submit" look="danger" busy={revoke.isPending}>
                  {t.payouts.revoke}
                </Button>
                <Button onClick={close}>{t.action.goBack}</Button>
              </Actions>
            </Form>
          </NeedsFactor>
        </Dialog>
      )}
    </>
  );
}
