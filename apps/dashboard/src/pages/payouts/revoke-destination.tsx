import type { PayoutDestination } from '@paygate/api-types';
import type { ReactNode } from 'react';
import { useChange } from '../../api/queries.js';
import { useLanguage } from '../../i18n/language.js';
import { Dialog, DialogButton } from '../../ui/dialog.js';
import { Form, Submit } from '../../ui/form.js';
import { typedFactor } from '../../ui/typed.js';
import { FactorField, NeedsFactor } from './needs-factor.js';

interface RevokeProps {
  readonly destination: Pick<PayoutDestination, 'id' | 'label'>;
  /** The consequence, in words; that of a phone of the account unless it is given. */
  readonly question?: string;
}

/** A button that revokes a destination, with a code of the second factor. */
export function RevokeDestination({ destination: { id, label }, question }: RevokeProps): ReactNode {
  const { t, named } = useLanguage();
  const revoke = useChange('POST /payout-destinations/{id}/revoke');
  const title = named(t.payouts.revoke, label);
  return (
    <DialogButton look="danger" aria-label={title} text={t.payouts.revoke}>
      {(close) => (
        <Dialog title={title} onClose={close}>
          <p>{question ?? t.payouts.revokeQuestion}</p>
          <NeedsFactor>
            <Form
              error={revoke.error}
              onSubmit={(fields) => {
                const body = { code: typedFactor(fields.text('code')) };
                revoke.mutate({ path: { id }, body }, { onSuccess: close });
              }}
            >
              <FactorField />
              <Submit
                look="danger"
                text={t.payouts.revoke}
                busy={revoke.isPending}
                onLeave={close}
                leave={t.action.goBack}
              />
            </Form>
          </NeedsFactor>
        </Dialog>
      )}
    </DialogButton>
  );
}
