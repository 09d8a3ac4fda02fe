import styles from './ListToolbar.module.css';
import { Pager } from './Pager.tsx';
import type { usePages } from './use-pages.ts';

/** The pager, if there are several pages. */
export function ListFoot({ pager }: Pick<ReturnType<typeof usePages>, 'pager'>) {
  if (pager.rowCount <= pager.pageSize) return null;
  return (
    <div className={styles.foot}>
      <Pager {...pager} />
    </div>
  );
}
