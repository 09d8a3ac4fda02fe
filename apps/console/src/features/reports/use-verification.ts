import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showSuccess } from '#/ui/toast/toasts.ts';
import { changeReport, refreshReport, setVerified, type ReportRow } from './report.data.ts';
import { keyOf } from './report-row.view.ts';
import type { Report } from './report.ts';

/** Verifies a passage or takes it back, optimistically in its row; a refusal opens a dialog. */
export function useVerification(report: Report, row: ReportRow, onRefused: (error: Error) => void) {
  const queryClient = useQueryClient();
  const key = keyOf(row);
  return useMutation({
    mutationFn: (isVerified: boolean) => setVerified(row, isVerified),
    meta: { isShownInPlace: true },
    onSuccess: (isVerified) => {
      changeReport(queryClient, report, (page) => ({
        ...page,
        rows: page.rows.map((one) => (keyOf(one) === key ? { ...one, isVerified } : one)),
      }));
      // In a run report this adds or removes the marker's own row.
      if (report.by === 'run') void refreshReport(queryClient, report);
      showSuccess('Success!');
    },
    onError: onRefused,
  });
}
