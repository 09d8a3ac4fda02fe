import styles from './ListToolbar.module.css';
import { Pager } from './Pager.tsx';
import type { usePages } from './use-pages.ts';

/** The way to the other pages, where there are any. */
export function ListFoot({ pager }: Pick<ReturnType<typeof usePages>, 'pager'>) {
  if (pager.rowCount <= pager.pageSize) return null;
  return (
    <div className={styles.foot}>
      <Pager {...pager} />
    </div>
  );
}
