import type { Context } from '../../platform/part.ts';
import { DownloadNews } from './news/download-news.ts';
import { DOWNLOAD_NEWS_CHANNEL } from './news/downloads-notice.ts';
import { createDownloadsJobs, DOWNLOADS_CRONTAB } from './downloads.jobs.ts';

interface Options extends Context {
  readonly config: { readonly retention: { readonly passageDays: number } };
}

export function createDownloadsPart({ database, notices, log, closing, config }: Options) {
  const news = new DownloadNews(database, log);
  closing.add('news of downloads', () => news.close());
  notices.on(DOWNLOAD_NEWS_CHANNEL, { hear: () => news.hear(), back: () => news.hear() });
  return { jobs: createDownloadsJobs(database, config.retention.passageDays), crontab: DOWNLOADS_CRONTAB };
}
