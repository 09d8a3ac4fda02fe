import { useState } from 'react';
import { keepPage } from './paging.ts';

/** Divides a long list into pages, so that thousands of rows render as fast as a few. */
export function usePages<Row>(rows: readonly Row[], pageSize: number) {
  const [wanted, setPage] = useState(1);
  const page = keepPage(wanted, pageSize, rows.length);
  return {
    rows: rows.slice((page - 1) * pageSize, page * pageSize),
    pager: { page, pageSize, rowCount: rows.length, onPage: setPage },
  };
}
