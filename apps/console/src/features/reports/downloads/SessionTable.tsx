import table from '#/ui/table/DataTable.module.css';
import type { DownloadRow } from '#/features/downloads/downloads.data.ts';
import { ListFoot } from '#/ui/table/ListFoot.tsx';
import { usePages } from '#/ui/table/use-pages.ts';
import styles from './Downloads.module.css';
import { SessionRow } from './SessionRow.tsx';

/** A page of this size renders fast, however many devices there are. */
const PAGE_SIZE = 100;

/** The devices of a session, in the order of their uids. */
export function SessionTable({ rows: all }: { readonly rows: readonly DownloadRow[] }) {
  const { rows, pager } = usePages(all, PAGE_SIZE);
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard is to scroll it */}
      <div className={styles.rows} role="region" aria-label="AGMs" tabIndex={0}>
        <table className={`${table.table} ${styles.table}`}>
          <caption className="visually-hidden">Progress of each AGM, times UTC</caption>
          <thead>
            <tr>
              <th scope="col">UID</th>
              <th scope="col">State</th>
              <th scope="col" data-number>
                Packets
              </th>
              <th scope="col">Latest Passage</th>
              <th scope="col">Completed At</th>
              <th scope="col">Note</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <SessionRow key={row.cId} row={row} />
            ))}
          </tbody>
        </table>
      </div>
      <ListFoot pager={pager} />
    </>
  );
}
