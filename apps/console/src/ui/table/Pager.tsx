import { t } from '#/language/t.ts';
import { IconButton } from '../button/IconButton.tsx';
import styles from './Pager.module.css';
import { describePage, findLastPage } from './paging.ts';

interface PagerProps {
  /** 1-based. */
  readonly page: number;
  readonly pageSize: number;
  readonly rowCount: number;
  readonly onPage: (page: number) => void;
}

/** "1–15 of 62", with buttons to the previous and next page. */
export function Pager({ page, pageSize, rowCount, onPage }: PagerProps) {
  return (
    <div className={styles.pager} role="group" aria-label={t('Pages')}>
      <span className={styles.range} aria-live="polite">
        {describePage(page, pageSize, rowCount)}
      </span>
      <IconButton
        icon="chevronLeft"
        label={t('Previous page')}
        isSmall
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      />
      <IconButton
        icon="chevronRight"
        label={t('Next page')}
        isSmall
        disabled={page >= findLastPage(pageSize, rowCount)}
        onClick={() => onPage(page + 1)}
      />
    </div>
  );
}
