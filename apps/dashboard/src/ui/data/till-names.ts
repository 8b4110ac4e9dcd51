import { useApi } from '../../api/queries.js';

/** The name of a till of the account, a revoked one too; its id until that is known, null without a till. */
export function useTillNames(enabled = true): (tillId: string | null) => string | null {
  const tills = useApi('GET /tills', {}, { enabled });
  const names = new Map(tills.data?.data.map(({ id, name }) => [id, name]));
  return (tillId) => (tillId === null ? null : (names.get(tillId) ?? tillId));
}
