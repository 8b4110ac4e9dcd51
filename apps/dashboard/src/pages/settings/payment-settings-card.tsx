import type { Merchant } from '@paygate/api-types';
import type { ReactNode } from 'react';
import { wordFor } from '../../i18n/api-words.js';
import { useLanguage } from '../../i18n/language.js';
import type { FormFields } from '../../ui/form.js';
import { Choices, Field, Form, Select } from '../../ui/form.js';
import { Card, Facts } from '../../ui/page.js';
import { useSettingsChange } from './own-code.js';

interface SettingsProps {
  readonly merchant: Merchant;
  readonly mayWrite: boolean;
}
const signIns = ['wallet', 'always', 'never'] as const satisfies readonly Merchant['settings']['customerSignIn'][];
const permissions = ['guestPayments', 'otherPhones', 'phoneAsks', 'smsReceipts'] as const;

/** The settings of the customers who may pay, and of how they identify themselves. */
export function PaymentSettingsCard({ merchant: { settings }, mayWrite }: SettingsProps): ReactNode {
  const { t } = useLanguage();
  const words = t.paymentSettings;
  return (
    <Card title={words.title}>
      {mayWrite ? (
        <SettingsForm settings={settings} />
      ) : (
        <Facts
          rows={[
            [words.customerSignIn, wordFor(words.signIns, settings.customerSignIn)],
            ...permissions.map((one) => [words[one], settings[one] ? t.state.yes : t.state.no] as const),
            [words.cashierRefunds, String(settings.cashierRefundsPerDay)],
          ]}
        />
      )}
    </Card>
  );
}

function SettingsForm({ settings }: Pick<Merchant, 'settings'>): ReactNode {
  const { t } = useLanguage();
  const words = t.paymentSettings;
  const { error, save, end } = useSettingsChange();
  return (
    <Form
      error={error}
      onSubmit={(fields) => {
        save(changedBy(fields), fields);
      }}
    >
      <Select
        label={words.customerSignIn}
        name="settings.customerSignIn"
        defaultValue={settings.customerSignIn}
        options={signIns.map((one) => [one, words.signIns[one]] as const)}
      />
      <Choices
        label={words.allowed}
        name="allowed"
        chosen={permissions.filter((one) => settings[one])}
        options={permissions.map((one) => [one, words[one]] as const)}
      />
      <Field
        label={words.cashierRefunds}
        name="settings.cashierRefundsPerDay"
        type="number"
        min={0}
        hint={words.cashierRefundsHint}
        defaultValue={settings.cashierRefundsPerDay}
      />
      {end}
    </Form>
  );
}

function changedBy(fields: FormFields) {
  const allowed = fields.all('allowed');
  const customerSignIn = signIns.find((one) => one === fields.text('settings.customerSignIn')) ?? null;
  const chosen = Object.fromEntries(permissions.map((one) => [one, allowed.includes(one)]));
  return { customerSignIn, cashierRefundsPerDay: fields.number('settings.cashierRefundsPerDay'), ...chosen };
}
