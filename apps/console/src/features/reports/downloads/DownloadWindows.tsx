import { DownloadsFrame } from '#/features/downloads/DownloadsWindow.tsx';
import { t } from '#/language/t.ts';
import { FILES_WINDOW_ID, hideFiles, useDownloadWindows } from './download-windows.ts';
import { SessionWindow } from './SessionWindow.tsx';

export function DownloadWindows() {
  const sessions = useDownloadWindows((windows) => windows.sessions);
  const areFilesShown = useDownloadWindows((windows) => windows.areFilesShown);
  return (
    <>
      {sessions.map((kept) => kept.isShown && <SessionWindow key={kept.sessionId} kept={kept} />)}
      {areFilesShown && <DownloadsFrame id={FILES_WINDOW_ID} uid={null} subtitle={t('All AGMs')} onClose={hideFiles} />}
    </>
  );
}
