import type { PayoutDestination, PayoutSchedule } from '@paygate/api-types';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { maskedText } from '@paygate/typed-input';
import { useApi, useChange } from '../../api/queries.js';
import { useMay } from '../../api/session.js';
import { wordFor } from '../../i18n/api-words.js';
import { useLanguage } from '../../i18n/language.js';
import { Field, Form, Select, Submit } from '../../ui/form.js';
import { Loaded } from '../../ui/loaded.js';
import { Page } from '../../ui/page.js';
import { allTyped, typedAmount } from '../../ui/typed.js';
import { PayoutSections } from './payout-sections.js';

const frequencies = ['off', 'daily', 'weekly', 'amount'] as const satisfies readonly PayoutSchedule['frequency'][];
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;
/** A Monday. */
const MONDAY = Date.UTC(2026, 10, 23);
const DAY_MS = 86_400_000;
const CURRENCY = 'XAF';

/** The schedule of automatic payouts, their least amount, and the amount that stays. */
export function SchedulePage(): ReactNode {
  const { t } = useLanguage();
  const schedule = useApi('GET /payout-schedule', {});
  const destinations = useApi('GET /payout-destinations', {});
  return (
    <Page title={t.payouts.scheduleTitle} lead={t.payouts.scheduleLead}>
      <PayoutSections />
      <Loaded query={schedule}>
        {(read) => (
          <Loaded query={destinations}>
            {({ data, operators }) => (
              <ScheduleForm
                schedule={read}
                destinations={data.filter(
                  ({ id, operator }) => id === read.destinationId || operators.some((one) => one === operator),
                )}
              />
            )}
          </Loaded>
        )}
      </Loaded>
    </Page>
  );
}

interface ScheduleFormProps {
  readonly schedule: PayoutSchedule;
  readonly destinations: readonly PayoutDestination[];
}

function ScheduleForm({ schedule, destinations }: ScheduleFormProps): ReactNode {
  const { t } = useLanguage();
  const change = useChange('PATCH /payout-schedule');
  const mayWrite = useMay('payouts:write');
  const [faults, setFaults] = useState({});
  const [frequency, setFrequency] = useState<PayoutSchedule['frequency']>(schedule.frequency);
  return (
    <Form
      error={change.error}
      faults={faults}
      onSubmit={(fields) => {
        const read = allTyped({
          minimum: zeroOr(fields.text('minimum'), (text) => typedAmount(text, CURRENCY, t.typed)),
          reserve: zeroOr(fields.text('reserve'), (text) => typedAmount(text, CURRENCY, t.typed)),
        });
        setFaults(read.faults);
        if (read.values === undefined) return;
        const { minimum = '0', reserve = '0' } = read.values;
        const weekday = Number(fields.text('weekday')) || schedule.weekday;
        const destinationId = fields.given('destinationId') ?? null;
        const body = { frequency: known(frequency), weekday, destinationId, minimum, reserve };
        change.mutate({ body });
      }}
    >
      <Select
        label={t.payouts.frequency}
        name="frequency"
        value={frequency}
        onChange={(event) => {
          setFrequency(event.target.value);
        }}
        options={frequencies.map((one) => [one, wordFor(t.payouts.frequencies, one)] as const)}
      />
      {frequency === 'weekly' && <Weekday chosen={schedule.weekday} />}
      <DestinationChoice schedule={schedule} destinations={destinations} />
      <AmountFields schedule={schedule} />
      {mayWrite && <Submit text={t.action.save} busy={change.isPending} />}
      <span role="status">{change.isSuccess && t.payouts.saved}</span>
    </Form>
  );
}

function AmountFields({ schedule }: Pick<ScheduleFormProps, 'schedule'>): ReactNode {
  const { t } = useLanguage();
  const ofName = (name: 'minimum' | 'reserve', hint: string): ReactNode => (
    <Field label={t.payouts[name]} name={name} inputMode="numeric" defaultValue={schedule[name]} hint={hint} />
  );
  return (
    <>
      {ofName('minimum', t.payouts.minimumHint)}
      {ofName('reserve', t.payouts.reserveHint)}
    </>
  );
}

function known(frequency: PayoutSchedule['frequency']): (typeof frequencies)[number] {
  return frequencies.find((one) => one === frequency) ?? 'off';
}

/** Zero is no amount of a payment, and stands in a field that is left as it is. */
function zeroOr<Read>(text: string, read: (text: string) => Read): Read | { readonly value: string } {
  return /^0*$/.test(text) ? { value: '0' } : read(text);
}

function Weekday({ chosen }: { readonly chosen: number }): ReactNode {
  const { t, language } = useLanguage();
  const names = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
  const options = WEEKDAYS.map((day) => [String(day), names.format(MONDAY + (day - 1) * DAY_MS)] as const);
  return <Select label={t.payouts.weekday} name="weekday" defaultValue={String(chosen)} options={options} />;
}

function DestinationChoice({ schedule, destinations }: ScheduleFormProps): ReactNode {
  const { t } = useLanguage();
  const open = destinations.filter(({ status }) => status !== 'revoked');
  const options = open.map(({ id, label, phoneMasked }) => [id, `${label} · ${maskedText(phoneMasked)}`] as const);
  return (
    <Select
      label={t.payouts.destination}
      name="destinationId"
      defaultValue={schedule.destinationId ?? ''}
      options={[['', '–'] as const, ...options]}
    />
  );
}
