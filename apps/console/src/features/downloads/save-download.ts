import { downloadApi } from '#/api/download.ts';
import { t } from '#/language/t.ts';
import { saveBlob } from '#/ui/field/save-file.ts';
import { showError, showSuccess } from '#/ui/toast/toasts.ts';
import type { DownloadedFile } from './downloads.data.ts';
import { nameDownload } from './files.view.ts';

export type Checked = { readonly is: 'right' | 'not-checked' } | { readonly is: 'wrong'; readonly found: string };

const toHex = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Whether the bytes match the server's checksum. A page without TLS cannot compute it. */
export async function checkFile(blob: Blob, sha256: string | null): Promise<Checked> {
  const { subtle } = crypto as Partial<Crypto>;
  if (sha256 === null || subtle === undefined) return { is: 'not-checked' };
  const found = toHex(await subtle.digest('SHA-256', await blob.arrayBuffer()));
  return found === sha256.toLowerCase() ? { is: 'right' } : { is: 'wrong', found };
}

function tell(name: string, checked: Checked, sha256: string | null): void {
  switch (checked.is) {
    case 'right':
      return showSuccess(t('Saved {name}', { name }), t('Its SHA-256 is right.'));
    case 'not-checked':
      return showSuccess(t('Saved {name}', { name }), t('This browser cannot check its SHA-256 here.'));
    case 'wrong':
      return showError({
        message: t('{name} is damaged', { name }),
        detail: t('Its SHA-256 is {found} and not {expected}. Save it again.', {
          found: checked.found,
          expected: sha256 ?? '',
        }),
      });
  }
}

const NOBODY_COUNTS = () => undefined;

/** Saves the bytes from the device, then checks that they are complete. */
export async function saveDownload(file: DownloadedFile, signal: AbortSignal): Promise<void> {
  const { cId, sha256 } = file;
  const saved = await downloadApi(
    'GET /pigrun/downloads/:cId/file',
    { params: { cId } },
    { signal, onPiece: NOBODY_COUNTS },
  );
  const name = saved.name === '' ? nameDownload(file, 'bin') : saved.name;
  saveBlob(name, saved);
  tell(name, await checkFile(saved, sha256), sha256);
}

/** The samples of a raw recording as CSV. */
export async function saveRawData(file: DownloadedFile, signal: AbortSignal): Promise<void> {
  const params = { uid: file.uId, sessionId: file.cId };
  const saved = await downloadApi(
    'GET /apexagm/rawdata/:uid/:sessionId',
    { params },
    { signal, onPiece: NOBODY_COUNTS },
  );
  const name = saved.name === '' ? nameDownload(file, 'csv') : saved.name;
  saveBlob(name, saved);
  showSuccess(t('Saved {name}', { name }));
}
