import { useQuery, useQueryClient, type UseQueryOptions } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { keepPage } from '../../../ui/paging.ts';
import { showError } from '../../../ui/toasts.ts';
import type { HistoryPage } from './history.data.ts';
import type { HistoryFilter } from './history-filter.view.ts';
import { HISTORY_PAGE_SIZE, newestFirst, type HistoryOrder } from './history-order.ts';

type HistoryKey = readonly unknown[];
export type ReadHistory<Row, Key extends HistoryKey> = (
  uid: number,
  order: HistoryOrder,
  filter: HistoryFilter,
) => UseQueryOptions<HistoryPage<Row>, Error, HistoryPage<Row>, Key>;

interface Kept<Row> {
  readonly page: HistoryPage<Row>;
  readonly order: HistoryOrder;
}

interface Failed {
  readonly error: Error;
  readonly order: HistoryOrder;
}

interface WantedHistory<Row, Key extends HistoryKey> {
  readonly read: ReadHistory<Row, Key>;
  readonly uid: number;
  readonly timeField: string;
  readonly filter: HistoryFilter;
  /** Another number than before: it begins anew, with page 1 and the newest first. */
  readonly reloads: number;
}

export const DID_NOT_LOAD = 'History did not load';

/** One page of a history. What was shown before stays until the next is there, also where that fails: then it is told beside it. */
export function useHistoryPages<Row, Key extends HistoryKey>({ read, uid, timeField, filter, reloads }: WantedHistory<Row, Key>) {
  const queryClient = useQueryClient();
  const [order, setOrder] = useState(() => newestFirst(timeField));
  const [kept, setKept] = useState<Kept<Row>>();
  const [before, setBefore] = useState({ filter, reloads });
  if (filter !== before.filter || reloads !== before.reloads) {
    setBefore({ filter, reloads });
    setOrder(reloads === before.reloads ? { ...order, page: 1 } : newestFirst(timeField));
  }
  const { data, error, isFetching, isPaused, refetch } = useQuery(read(uid, order, filter));
  if (data && (kept?.page !== data || kept.order !== order)) setKept({ page: data, order });
  const page = data ? keepPage(order.page, HISTORY_PAGE_SIZE, data.count) : order.page;
  if (page !== order.page) setOrder({ ...order, page });

  const [failed, setFailed] = useState<Failed | null>(null);
  if (error && kept && error !== failed?.error) {
    setFailed({ error, order });
    setOrder(kept.order);
  }

  const tellFailure = useEffectEvent((failure: Failed) => {
    const onRetry = () => {
      setOrder(failure.order);
      void queryClient.refetchQueries(read(uid, failure.order, filter));
    };
    showError({ message: DID_NOT_LOAD, cause: failure.error, onRetry });
  });
  useEffect(() => {
    if (failed) tellFailure(failed);
  }, [failed]);
  const reload = useEffectEvent(() => void refetch());
  useEffect(() => {
    if (reloads > 0) reload();
  }, [reloads]);

  return {
    order,
    setOrder,
    shown: kept?.page,
    /** Other rows are wanted than those that are shown. */
    isStale: data === undefined && kept !== undefined,
    error: kept ? null : error,
    isPaused,
    isFetching,
    refresh: () => void refetch(),
  };
}
