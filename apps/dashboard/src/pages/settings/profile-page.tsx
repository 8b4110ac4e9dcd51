import type { Merchant, UpdateMerchantRequest } from '@paygate/api-types';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useApi, useChange } from '../../api/queries.js';
import { useMay } from '../../api/session.js';
import { useLanguage } from '../../i18n/language.js';
import type { FormFields } from '../../ui/form.js';
import { Field, Form, Select, Submit } from '../../ui/form.js';
import { Loaded } from '../../ui/loaded.js';
import { Card, Facts, Page } from '../../ui/page.js';
import { Time } from '../../ui/values.js';
import { allTyped, typedPhone } from '../../ui/typed.js';
import { LogoCard } from './logo-card.js';
import { PaymentSettingsCard } from './payment-settings-card.js';
import { RefundLimitCard } from './refund-limit-card.js';
import { TillsCard } from './tills-card.js';

const PHONE = 'supportContact.phone';
const FRENCH_FIRST = 'fr en';
const orders = [FRENCH_FIRST, 'en fr', 'fr', 'en'] as const;

/** The business as its customers see it. */
export function ProfilePage(): ReactNode {
  const { t } = useLanguage();
  const merchant = useApi('GET /merchant', {});
  const mayWrite = useMay('merchant:write');
  return (
    <Page title={t.profile.title} lead={t.profile.lead}>
      <Loaded query={merchant}>
        {(found) => (
          <>
            <LogoCard merchant={found} mayWrite={mayWrite} />
            {mayWrite ? <ProfileForm merchant={found} /> : <Profile merchant={found} />}
            <PaymentSettingsCard merchant={found} mayWrite={mayWrite} />
            <RefundLimitCard merchant={found} mayWrite={mayWrite} />
            <TillsCard />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Profile({ merchant }: { readonly merchant: Merchant }): ReactNode {
  const { t } = useLanguage();
  const { supportContact: contact } = merchant;
  return (
    <Card title={t.payment.facts}>
      <Facts
        rows={[
          [t.profile.name, merchant.name],
          [t.profile.email, contact.email ?? '–'],
          [t.profile.phone, contact.phone ?? '–'],
          [t.profile.url, contact.url ?? '–'],
          [t.profile.languages, merchant.languages.map((one) => t.app.languages[one]).join(', ')],
          [t.keys.created, <Time key="created" at={merchant.createdAt} />],
        ]}
      />
    </Card>
  );
}

function ProfileForm({ merchant }: { readonly merchant: Merchant }): ReactNode {
  const { t } = useLanguage();
  const change = useChange('PATCH /merchant');
  const [languages, setLanguages] = useState<string>(merchant.languages.join(' '));
  const [faults, setFaults] = useState({});
  return (
    <Card title={t.payment.facts}>
      <Form
        error={change.error}
        faults={faults}
        onSubmit={(fields) => {
          const read = allTyped({ [PHONE]: typedPhone(fields.text(PHONE), t.typed) });
          setFaults(read.faults);
          if (read.values === undefined) return;
          change.mutate({ body: profileOf(fields, { merchant, languages, phone: read.values[PHONE] ?? null }) });
        }}
      >
        <ContactFields merchant={merchant} />
        <Select
          label={t.profile.languages}
          name="languages"
          value={languages}
          options={orders.map(
            (one) =>
              [
                one,
                chosen(one)
                  .map((code) => t.app.languages[code])
                  .join(', '),
              ] as const,
          )}
          onChange={({ target }) => {
            setLanguages(target.value);
          }}
        />
        <Submit text={t.action.save} busy={change.isPending} saved={change.isSuccess} />
      </Form>
    </Card>
  );
}

function ContactFields({ merchant }: { readonly merchant: Merchant }): ReactNode {
  const { t } = useLanguage();
  const { supportContact: contact, name, liveActive } = merchant;
  return (
    <>
      <Field
        label={t.profile.name}
        name="name"
        defaultValue={name}
        readOnly={liveActive}
        {...(liveActive ? { hint: t.profile.nameHint } : {})}
        required
      />
      <Field label={t.profile.email} name="supportContact.email" type="email" defaultValue={contact.email ?? ''} />
      <Field label={t.profile.phone} name={PHONE} type="tel" defaultValue={contact.phone ?? ''} />
      <Field label={t.profile.url} name="supportContact.url" type="url" defaultValue={contact.url ?? ''} />
    </>
  );
}

interface Chosen {
  readonly merchant: Merchant;
  readonly languages: string;
  readonly phone: string | null;
}

/** The changes. A live name is left out: only the installation's team changes it. */
function profileOf(fields: FormFields, { merchant, languages, phone }: Chosen): UpdateMerchantRequest {
  const given = fields.text('name');
  return {
    ...(given === merchant.name ? {} : { name: given }),
    supportContact: {
      email: fields.given('supportContact.email') ?? null,
      phone,
      url: fields.given('supportContact.url') ?? null,
    },
    languages: chosen(languages),
  };
}

function chosen(order: string): Merchant['languages'] {
  return order.split(' ').flatMap((code) => (['fr', 'en'] as const).filter((one) => one === code));
}
