import { formatDegrees, isLocated } from '@waymark/domain/device/location';
import type { ReactNode } from 'react';
import { sayWords } from '#/api/api-error.ts';
import { t } from '#/language/t.ts';
import table from '#/ui/table/DataTable.module.css';
import { ListFoot } from '#/ui/table/ListFoot.tsx';
import { usePages } from '#/ui/table/use-pages.ts';
import type { ImportResult } from '../agms.data.ts';
import styles from './Import.module.css';

interface PreviewTableProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly pageSize?: number;
  readonly head: ReactNode;
  readonly children: (row: Row, index: number) => ReactNode;
}

/** A table in pages, which scrolls sideways where it is wider than the dialog. */
export function PreviewTable<Row>({ label, rows, pageSize = 10, head, children }: PreviewTableProps<Row>) {
  const { rows: shown, pager } = usePages(rows, pageSize);
  return (
    <div className={styles.preview}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard is to scroll it */}
      <div className={styles.scroll} role="group" aria-label={label} tabIndex={0}>
        <table className={table.table} aria-label={label}>
          <thead>
            <tr>{head}</tr>
          </thead>
          <tbody>{shown.map(children)}</tbody>
        </table>
      </div>
      <ListFoot pager={pager} />
    </div>
  );
}

/** The errors of the file by line. */
export function ImportProblems({ errors }: Pick<ImportResult, 'errors'>) {
  const head = (
    <>
      <th scope="col" data-number>
        {t('Line')}
      </th>
      <th scope="col">{t('Message')}</th>
    </>
  );
  return (
    <PreviewTable label={t('Problems')} rows={errors} head={head}>
      {({ line, message, words }, index) => (
        <tr key={index}>
          <td data-number className={styles.line}>
            {line}
          </td>
          <td className={styles.message}>{sayWords(words) ?? message}</td>
        </tr>
      )}
    </PreviewTable>
  );
}

/** The AGMs that the file would add. */
export function ImportRows({ rows }: Pick<ImportResult, 'rows'>) {
  const head = (
    <>
      <th scope="col" data-number>
        {t('Line')}
      </th>
      <th scope="col">{t('UID')}</th>
      <th scope="col" data-number>
        {t('Latitude')}
      </th>
      <th scope="col" data-number>
        {t('Longitude')}
      </th>
      <th scope="col">{t('IMEI')}</th>
    </>
  );
  return (
    <PreviewTable label={t('AGMs to be added')} rows={rows} head={head}>
      {({ line, imei, ...agm }) => (
        <tr key={line}>
          <td data-number className={styles.line}>
            {line}
          </td>
          <td>{agm.uid}</td>
          <td data-number>{isLocated(agm) ? formatDegrees(agm.lat) : '–'}</td>
          <td data-number>{isLocated(agm) ? formatDegrees(agm.lon) : '–'}</td>
          <td>{imei ?? '–'}</td>
        </tr>
      )}
    </PreviewTable>
  );
}
