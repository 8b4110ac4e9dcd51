import type { ReactNode } from 'react';
import { ApiError } from '../../api/client.js';
import { FactorField, NeedsFactor } from '../payouts/needs-factor.js';

/** The code of the own second factor, for a change that loosens what protects money. */
export function OwnCode(): ReactNode {
  return (
    <NeedsFactor>
      <FactorField />
    </NeedsFactor>
  );
}

/** True when the change loosens what protects money, which takes a code of an owner's second factor. */
export function asksForCode(error: Error | null): boolean {
  return error instanceof ApiError && error.problem?.code === 'second_factor_required';
}
