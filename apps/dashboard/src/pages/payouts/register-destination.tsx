import type { NumberOwner } from '@paygate/api-types';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useChange } from '../../api/queries.js';
import { wordFor } from '../../i18n/api-words.js';
import { useLanguage } from '../../i18n/language.js';
import { Dialog, DialogButton } from '../../ui/dialog.js';
import { Field, Form, Submit } from '../../ui/form.js';
import { Facts } from '../../ui/page.js';
import { allTyped, typedFactor, typedPhone } from '../../ui/typed.js';
import { FactorField, NeedsFactor } from './needs-factor.js';

const operators = ['mtn_momo', 'orange_money'] as const satisfies readonly NumberOwner['operator'][];

/** A number, and whom it belongs to as its operator says. */
interface Found {
  readonly phoneNumber: string;
  readonly label: string;
  readonly owner: NumberOwner;
}

/** A button that registers a phone: its number first, then the name of its holder, which the person confirms with a code. */
export function RegisterDestination(): ReactNode {
  const { t } = useLanguage();
  return (
    <DialogButton look="primary" text={t.payouts.add}>
      {(close) => (
        <Dialog title={t.payouts.add} onClose={close}>
          <NeedsFactor>
            <Registration onClose={close} />
          </NeedsFactor>
        </Dialog>
      )}
    </DialogButton>
  );
}

function Registration({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [found, setFound] = useState<Found>();
  const [given, setGiven] = useState({ phone: '', label: '' });
  if (found === undefined) return <NumberForm given={given} onGiven={setGiven} onFound={setFound} onClose={onClose} />;
  return (
    <OwnerForm
      found={found}
      onBack={() => {
        setFound(undefined);
      }}
      onClose={onClose}
    />
  );
}

interface Given {
  readonly phone: string;
  readonly label: string;
}

interface NumberFormProps {
  readonly given: Given;
  readonly onGiven: (given: Given) => void;
  readonly onFound: (found: Found) => void;
  readonly onClose: () => void;
}

function NumberForm({ given, onGiven, onFound, onClose }: NumberFormProps): ReactNode {
  const { t } = useLanguage();
  const lookup = useChange('POST /payout-destinations/lookup');
  const [faults, setFaults] = useState({});
  return (
    <>
      <p>{t.payouts.addLead}</p>
      <Form
        error={lookup.error}
        faults={faults}
        onSubmit={(fields) => {
          const [phone, label] = [fields.text('phoneNumber'), fields.text('label')];
          const read = allTyped({ phoneNumber: typedPhone(phone, t.typed) });
          const missing = read.values?.phoneNumber === undefined && { phoneNumber: t.typed.phone_missing };
          const unnamed = label === '' && { label: t.problem.codes.parameter_missing };
          const faulty = { ...missing, ...read.faults, ...unnamed };
          setFaults(faulty);
          onGiven({ phone, label });
          const phoneNumber = read.values?.phoneNumber;
          if (phoneNumber === undefined || Object.keys(faulty).length > 0) return;
          const onSuccess = (owner: NumberOwner) => {
            onFound({ phoneNumber, label, owner });
          };
          lookup.mutate({ body: { phoneNumber, operator: null } }, { onSuccess });
        }}
      >
        <NumberFields given={given} />
        <Submit text={t.payouts.goOn} busy={lookup.isPending} onLeave={onClose} />
      </Form>
    </>
  );
}

function NumberFields({ given }: { readonly given: Given }): ReactNode {
  const { t } = useLanguage();
  return (
    <>
      <Field
        label={t.payouts.phone}
        name="phoneNumber"
        type="tel"
        inputMode="tel"
        defaultValue={given.phone}
        hint={t.payouts.phoneHint}
      />
      <Field
        label={t.payouts.label}
        name="label"
        maxLength={80}
        defaultValue={given.label}
        hint={t.payouts.labelHint}
      />
    </>
  );
}

interface OwnerFormProps {
  readonly found: Found;
  readonly onBack: () => void;
  readonly onClose: () => void;
}

function OwnerForm({ found, onBack, onClose }: OwnerFormProps): ReactNode {
  const { t } = useLanguage();
  const register = useChange('POST /payout-destinations');
  const { phoneNumber, label, owner } = found;
  return (
    <Form
      error={register.error}
      onSubmit={(fields) => {
        const operator = operators.find((known) => known === owner.operator) ?? null;
        const body = { phoneNumber, label, operator, code: typedFactor(fields.text('code')) };
        register.mutate({ body }, { onSuccess: onClose });
      }}
    >
      <Facts
        rows={[
          [t.payouts.phone, phoneNumber],
          [t.payouts.operatorOf, wordFor(t.operator, owner.operator)],
          [t.payouts.owner, <strong key="owner">{owner.name ?? '–'}</strong>],
        ]}
      />
      <p>{owner.name === null ? t.payouts.ownerUnknown : t.payouts.ownerCheck}</p>
      <FactorField />
      <Submit text={t.payouts.register} busy={register.isPending} onLeave={onBack} leave={t.payouts.back} />
    </Form>
  );
}
