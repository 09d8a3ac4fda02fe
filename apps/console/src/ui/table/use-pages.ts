import { useState } from 'react';
import { keepPage } from './paging.ts';

/** A long list page by page, so that thousands of rows cost what a few do. */
export function usePages<Row>(rows: readonly Row[], pageSize: number) {
  const [wanted, setPage] = useState(1);
  const page = keepPage(wanted, pageSize, rows.length);
  return {
    rows: rows.slice((page - 1) * pageSize, page * pageSize),
    pager: { page, pageSize, rowCount: rows.length, onPage: setPage },
  };
}
