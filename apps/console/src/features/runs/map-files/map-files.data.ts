import type { MapFileFormat } from '@waymark/contract/reports/report-row';
import { downloadApi } from '#/api/download.ts';
import { logFailure } from '#/api/api-error.ts';
import { t } from '#/language/t.ts';
import { saveBlob } from '#/ui/field/save-file.ts';
import { showError, showSuccess } from '#/ui/toast/toasts.ts';

/** A path, or a run as it is known now. */
export type MapSubject = { readonly pathId: number } | { readonly runId: number };

const receiving = () => ({ signal: new AbortController().signal, onPiece: () => undefined });

function receiveMapFile(subject: MapSubject, format: MapFileFormat): Promise<File> {
  const query = { format };
  return 'pathId' in subject
    ? downloadApi('GET /pigrun/pigpath/:pathId/file', { params: { pathId: subject.pathId }, query }, receiving())
    : downloadApi('GET /pigrun/:runId/file', { params: { runId: subject.runId }, query }, receiving());
}

/** Saves the file; a failure is shown in a toast, with a retry. */
export async function saveMapFile(subject: MapSubject, format: MapFileFormat): Promise<void> {
  try {
    const file = await receiveMapFile(subject, format);
    const name = file.name || `waymark.${format === 'shapefile' ? 'zip' : format}`;
    saveBlob(name, file);
    showSuccess(t('File downloaded'), name);
  } catch (cause) {
    logFailure(cause);
    showError({
      message: t('The file did not download'),
      cause,
      onRetry: () => void saveMapFile(subject, format),
    });
  }
}
