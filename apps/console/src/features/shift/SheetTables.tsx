import type { HandoverSheet } from '@waymark/domain/shift/handover';
import { listSheetSections, type SheetSection } from '@waymark/domain/words/handover-sheet';
import { useUnits } from '#/features/units/units.ts';
import { t } from '#/language/t.ts';
import { Time } from '#/ui/clock/Time.tsx';
import { useZone } from '#/ui/clock/zones.ts';
import { sheetReader } from './shift.view.ts';
import table from '#/ui/table/DataTable.module.css';
import styles from './ShiftPage.module.css';

interface SheetTablesProps {
  /** Names the sheet: two of them may be on the screen. */
  readonly name: string;
  readonly sheet: HandoverSheet;
}

/** The sheet of a handover, section by section. */
export function SheetTables({ name, sheet }: SheetTablesProps) {
  const zone = useZone();
  const units = useUnits();
  return (
    <div className={styles.sheet}>
      <p className={styles.quiet}>
        {t('What held at')} <Time of={sheet.takenAt} saysUtc />.{' '}
        {sheet.since === null ? (
          t('No handover was accepted before.')
        ) : (
          <>
            {t('Notes since')} <Time of={sheet.since} saysUtc />.
          </>
        )}
      </p>
      {listSheetSections(sheet, sheetReader(zone, units)).map((section) => (
        <Section key={section.name} of={name} section={section} />
      ))}
    </div>
  );
}

function nameSection({ title, rows, total }: SheetSection): string {
  if (total === 0) return title;
  return total > rows.length
    ? t('{title} ({shown} of {total})', { title, shown: rows.length, total })
    : t('{title} ({number})', { title, number: total });
}

function Section({ of, section }: { readonly of: string; readonly section: SheetSection }) {
  const { title, heads, rows, empty } = section;
  return (
    <div className={styles.sheetSection}>
      <h3 className={styles.subheading}>{nameSection(section)}</h3>
      {rows.length === 0 ? (
        <p className={styles.quiet}>{empty}</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard is to scroll it
        <div className={styles.scroll} role="region" aria-label={`${of}: ${title}`} tabIndex={0}>
          <table className={`${table.table} ${styles.table}`}>
            <thead>
              <tr>
                {heads.map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((cells, row) => (
                <tr key={row}>
                  {cells.map((cell, column) => (
                    <td key={column}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}
