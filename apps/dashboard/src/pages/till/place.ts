import type { Till, TillList } from '@paygate/api-types';
import type { UseQueryResult } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useApi } from '../../api/queries.js';

const TILLS_READ_MS = 60_000;
const route = getRouteApi('/till');

/** The till at which this device stands. */
export interface Place {
  /** Those to choose from; none where the account has no tills. */
  readonly tills: readonly Till[];
  /** Null until one is chosen, after it is revoked, and where there is none to choose. */
  readonly chosen: Till | null;
  readonly choose: (tillId: string | null) => void;
}

/** The tills of the account, and the one that was chosen on this device: once for each account. Undefined until they are read. */
export function usePlace(): { readonly place: Place | undefined; readonly query: UseQueryResult<TillList> } {
  const { acting } = route.useRouteContext().session;
  const query = useApi('GET /tills', {}, { every: TILLS_READ_MS });
  const name = `paygate.till.of.${acting.merchantId}`;
  const [tillId, setTillId] = useState(() => localStorage.getItem(name));
  if (query.data === undefined) return { place: undefined, query };
  const tills = query.data.data.filter(({ revokedAt }) => revokedAt === null);
  const chosen = tills.find(({ id }) => id === tillId) ?? null;
  const choose = (id: string | null): void => {
    if (id === null) localStorage.removeItem(name);
    else localStorage.setItem(name, id);
    setTillId(id);
  };
  return { place: { tills, chosen, choose }, query };
}
