import { useMutation } from '@tanstack/react-query';
import { cutToSecond } from '@waymark/domain/time/utc';
import { useEffect, useRef } from 'react';
import { t } from '#/language/t.ts';
import { useCanWrite } from '#/live/online-store.ts';
import { Button } from '#/ui/button/Button.tsx';
import { showError } from '#/ui/toast/toasts.ts';
import type { DownloadedFile } from './downloads.data.ts';
import { saveDownload, saveRawData } from './save-download.ts';

type Save = (file: DownloadedFile, signal: AbortSignal) => Promise<void>;

interface SaveButtonProps {
  readonly file: DownloadedFile;
  readonly label: string;
  readonly save: Save;
}

function SaveButton({ file, label, save }: SaveButtonProps) {
  const { blockedBecause } = useCanWrite();
  const leaving = useRef<AbortController | null>(null);
  useEffect(() => () => leaving.current?.abort(), []);
  const { mutate, isPending } = useMutation({
    mutationFn: () => save(file, (leaving.current = new AbortController()).signal),
    meta: { isShownInPlace: true },
    onError: (cause) => {
      if (!leaving.current?.signal.aborted)
        showError({ message: t('The file was not saved'), cause, onRetry: () => mutate() });
    },
  });
  return (
    <Button
      size="tiny"
      icon="download"
      aria-label={`${label}, AGM ${file.uId}, ${cutToSecond(file.createdDate)}`}
      title={blockedBecause}
      disabled={blockedBecause !== undefined}
      isBusy={isPending}
      onClick={() => mutate()}
    >
      {label}
    </Button>
  );
}

export function SaveButtons({ file }: { readonly file: DownloadedFile }) {
  if (file.downloadState !== 'DC') return null;
  return (
    <>
      {file.kind === 'raw' && <SaveButton file={file} label={t('Save CSV')} save={saveRawData} />}
      <SaveButton file={file} label={t('Save')} save={saveDownload} />
    </>
  );
}
