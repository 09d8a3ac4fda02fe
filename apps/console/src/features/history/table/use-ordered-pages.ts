import { useQuery, useQueryClient, type UseQueryOptions } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { keepPage } from '#/ui/table/paging.ts';
import type { HistoryPage } from '../history.data.ts';
import { HISTORY_PAGE_SIZE, type HistoryOrder } from './history-order.ts';

type PagesKey = readonly unknown[];
export type PageQuery<Row, Key extends PagesKey> = UseQueryOptions<HistoryPage<Row>, Error, HistoryPage<Row>, Key>;

interface Kept<Row> {
  readonly page: HistoryPage<Row>;
  readonly order: HistoryOrder;
  /** The requested page that did not load. */
  readonly missed?: HistoryOrder;
}

interface Failed {
  readonly error: Error;
  readonly order: HistoryOrder;
}

interface WantedPages<Row, Key extends PagesKey> {
  readonly read: (order: HistoryOrder) => PageQuery<Row, Key>;
  readonly firstOrder: HistoryOrder;
  /** A change returns to page 1 in the same order. */
  readonly narrowed: unknown;
  /** A change resets page and order. */
  readonly reloads: number;
  /** Called for a page that did not load while another one is shown. */
  readonly onFailed: (error: Error, retry: () => void) => void;
}

/**
 * A page of many rows. The previous page stays until the next has loaded, also if that fails: then the failure is shown
 * beside it.
 */
export function useOrderedPages<Row, Key extends PagesKey>({
  read,
  firstOrder,
  narrowed,
  reloads,
  onFailed,
}: WantedPages<Row, Key>) {
  const queryClient = useQueryClient();
  const [order, setOrder] = useState(firstOrder);
  const [kept, setKept] = useState<Kept<Row>>();
  const [before, setBefore] = useState({ narrowed, reloads });
  if (narrowed !== before.narrowed || reloads !== before.reloads) {
    setBefore({ narrowed, reloads });
    setOrder(reloads === before.reloads ? { ...order, page: 1 } : firstOrder);
  }
  const { data, error, isFetching, isPaused, refetch } = useQuery(read(order));
  if (data && (kept?.page !== data || kept.order !== order)) setKept({ page: data, order });
  const page = data ? keepPage(order.page, HISTORY_PAGE_SIZE, data.count) : order.page;
  if (page !== order.page) setOrder({ ...order, page });

  const [failed, setFailed] = useState<Failed | null>(null);
  if (error && kept && error !== failed?.error) {
    // The shown page is reloaded after another one failed. If both fail, Retry still requests the other.
    const missed = order === kept.order ? (kept.missed ?? order) : order;
    setKept({ ...kept, missed });
    setFailed({ error, order: missed });
    setOrder(kept.order);
  }

  const tellFailure = useEffectEvent((failure: Failed) => {
    onFailed(failure.error, () => {
      setOrder(failure.order);
      void queryClient.refetchQueries(read(failure.order));
    });
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
    /** The requested rows differ from the shown ones. */
    isStale: data === undefined && kept !== undefined,
    error: kept ? null : error,
    isPaused,
    isFetching,
    refresh: () => void refetch(),
  };
}
