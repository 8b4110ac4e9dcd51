import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { actAs } from '../../api/acting.js';
import { noteSessionEnd } from '../../api/ended.js';

/** Leads somebody who has just signed in to a page, or to the first one. */
export function useEntrance(): (page?: string) => void {
  const router = useRouter();
  const queries = useQueryClient();
  return (page = '/dashboard/') => {
    queries.clear();
    noteSessionEnd(false);
    // of somebody who was signed in here before
    actAs({ merchantId: undefined, mode: 'test' });
    router.history.push(page);
  };
}
