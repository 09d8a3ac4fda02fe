import type { Context } from '../../platform/part.ts';
import { createDownloadsHandlers } from './downloads.routes.ts';

interface Options extends Context {
  readonly config: { readonly downloadFirmware: number };
}

export const createDownloadSessionsPart = ({ database, config }: Options) => ({
  handlers: { downloads: createDownloadsHandlers(database, config.downloadFirmware) },
});
