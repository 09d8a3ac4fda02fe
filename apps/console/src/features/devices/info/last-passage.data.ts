import { keepPreviousData } from '@tanstack/react-query';
import { queryApi } from '#/api/query.ts';

/** Reloaded with each new record: it may belong to the same passage. */
export const lastPassageQuery = (uid: number, lastPassageId: number | null) => {
  const call = { params: { uid }, query: { page: 1, rowsPerPage: 1 } };
  const query = queryApi('GET /apexagm/:uid/getPassageHistoricData', call);
  return {
    ...query,
    queryKey: [...query.queryKey, lastPassageId],
    enabled: lastPassageId !== null,
    placeholderData: keepPreviousData,
    meta: { isShownInPlace: true },
  };
};
