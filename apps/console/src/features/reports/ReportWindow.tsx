import { t } from '#/language/t.ts';
import { useDeviceZone } from '#/ui/clock/zones.ts';
import { FloatingWindow } from '#/ui/window/FloatingWindow.tsx';
import { describeReport } from './report.view.ts';
import { ReportRows } from './ReportRows.tsx';
import { closeReport, REPORT_WINDOW, useReports } from './reports-store.ts';

/** Beside the drawer on common screen sizes. */
const SIZE = { width: 1028, height: 590 };

/** The last generated report. */
export function ReportWindow() {
  const open = useReports((reports) => reports.open);
  const zone = useDeviceZone(open?.report.by === 'agms' ? open.report.uids[0] : undefined);
  if (!open) return null;
  return (
    <FloatingWindow
      id={REPORT_WINDOW}
      kind={REPORT_WINDOW}
      title={t('Report')}
      subtitle={describeReport(open.report, zone)}
      initialSize={SIZE}
      onClose={closeReport}
    >
      <ReportRows key={open.number} report={open.report} />
    </FloatingWindow>
  );
}
