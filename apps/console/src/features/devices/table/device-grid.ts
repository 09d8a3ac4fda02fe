import {
  columnFilteringFeature,
  columnVisibilityFeature,
  createColumnHelper,
  createFilteredRowModel,
  createPaginatedRowModel,
  createSortedRowModel,
  rowPaginationFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useState } from 'react';
import { keepPage } from '#/ui/table/paging.ts';
import type { Device } from '../store/device.ts';
import { useCompanies } from '../store/companies.ts';
import {
  COLUMN_IDS,
  COLUMN_LABELS,
  compareBy,
  DEFAULT_COLUMNS,
  listColumns,
  matchesUid,
  PAGE_SIZE,
  sortKeyOf,
} from './columns.ts';
import { useTableMemory } from './table-memory.ts';

const features = tableFeatures({
  columnFilteringFeature,
  filteredRowModel: createFilteredRowModel(),
  columnVisibilityFeature,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  rowPaginationFeature,
  paginatedRowModel: createPaginatedRowModel(),
});

const helper = createColumnHelper<typeof features, Device>();
const columns = helper.columns(
  COLUMN_IDS.map((id) =>
    helper.accessor((device) => sortKeyOf(id, device), {
      id,
      header: COLUMN_LABELS[id],
      // Newest first.
      sortDescFirst: id === 'heartbeat' || id === 'passage',
      sortFn: (one, other) => compareBy(id, one.original, other.original),
      filterFn: (row, _, text: string) => matchesUid(row.original, text),
    }),
  ),
);

/** The table's state: sorted rows and the current page. */
export function useDeviceGrid(devices: readonly Device[], sought: string) {
  const [sorting, setSorting] = useState([{ id: 'uid', desc: false }]);
  const [page, setPage] = useState(1);
  const chosen = useTableMemory((memory) => memory.columns);
  const seen = listColumns(useCompanies(({ names }) => names !== null)).filter((id) => chosen.includes(id));
  // The user had chosen only the company column, which they no longer see.
  const shownColumns = seen.length > 0 ? seen : DEFAULT_COLUMNS;
  const columnFilters = sought === '' ? [] : [{ id: 'uid', value: sought }];
  const table = useTable({
    features,
    columns,
    data: devices,
    getRowId: ({ uid }) => String(uid),
    autoResetPageIndex: false,
    enableSortingRemoval: false,
    state: {
      sorting,
      columnFilters,
      columnVisibility: Object.fromEntries(COLUMN_IDS.map((id) => [id, shownColumns.includes(id)])),
      pagination: { pageIndex: page - 1, pageSize: PAGE_SIZE },
    },
    onSortingChange: setSorting,
  });
  const rowCount = table.getFilteredRowModel().rows.length;
  const kept = keepPage(page, PAGE_SIZE, rowCount);
  if (kept !== page) setPage(kept);
  return { table, rowCount, page: kept, setPage };
}
