import type { Routes } from '@waymark/contract/routes/index';
import type { Handlers } from '../../platform/http/handlers.ts';
import { problem } from '../../platform/http/problem.ts';

const later = () => {
  throw problem('not-found');
};

export function createDownloadsHandlers(): Handlers<Routes['downloads']> {
  return {
    validateDownload: later, validateFirmware: later, startDownload: later, readDownload: later, resumeDownload: later, endDownload: later,
    cancelDownload: later, readQueueDetail: later, listDownloads: later, readDownloadFile: later, readRawData: later,
  };
}
