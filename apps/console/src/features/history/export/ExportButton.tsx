import { useCanWrite } from '#/live/online-store.ts';
import { Button } from '#/ui/button/Button.tsx';
import type { useCsvExport, WantedExport } from './use-csv-export.ts';

interface ExportButtonProps {
  readonly label?: string;
  /** Describes the content of the file. */
  readonly title: string;
  readonly exporting: ReturnType<typeof useCsvExport>;
  readonly wanted: WantedExport;
}

export function ExportButton({ label = 'CSV', title, exporting: { running, start }, wanted }: ExportButtonProps) {
  const { canWrite, blockedBecause } = useCanWrite();
  return (
    <Button
      size="small"
      icon="download"
      title={blockedBecause ?? title}
      disabled={!canWrite || wanted.total === 0}
      isBusy={running !== null}
      onClick={() => start(wanted)}
    >
      {label}
    </Button>
  );
}
