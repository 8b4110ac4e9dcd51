import type { Payment } from '../gateway/payment-api.js';
import { operatorNames } from './fields.js';
import type { PageContext } from './layout.js';

interface Props {
  readonly context: PageContext;
  /** Only this one; all where it is absent. */
  readonly operator?: string | null | undefined;
  /** True where the page says what to dial by itself. */
  readonly saysDial?: boolean;
}

/** A line for each operator that is slow or down now, with what to dial when no request comes. */
export function SlowOperators({ context, operator, saysDial = false }: Props) {
  const { payment, texts } = context;
  const slow = slowOperators(payment).filter((each) => operator === undefined || each.operator === operator);
  return (
    <>
      {slow.map((each) => (
        <p key={each.operator} role="note">
          {texts.slowToday(operatorNames[each.operator] ?? each.operator)}
          {!saysDial && each.dial !== null && ` ${texts.dial(each.dial)}`}
        </p>
      ))}
    </>
  );
}

function slowOperators({ merchant }: Payment) {
  return (merchant?.operators ?? []).filter(({ state }) => state === 'degraded' || state === 'down');
}
