import { systemScope } from '../../platform/access/scope.ts';
import { createMailTransport } from '../../platform/mail/mail.ts';
import type { Context } from '../../platform/part.ts';
import type { DemoMailbox } from './demo-mailbox.ts';
import { createOutboxTidyJobs, OUTBOX_TIDY_CRONTAB } from './outbox-tidy.jobs.ts';
import { countUnsentMessages } from './outbox.queries.ts';
import { createOutboxHandlers } from './outbox.routes.ts';
import { OUTBOX_CRONTAB, OutboxWorker, type OutboxOptions } from './outbox.worker.ts';

interface Options extends Context {
  readonly config: {
    readonly publicUrl: string;
    readonly smtpUrl: string | undefined;
    readonly mailFrom: string;
    readonly keepOutboxDays: number;
    readonly isDemo: boolean;
  };
  readonly mailbox: DemoMailbox;
  /** The gateway for text messages; undefined: text messages stay waiting. */
  readonly texts: OutboxOptions['transports']['sms'];
  /** Sends to the browsers of a user. */
  readonly push: OutboxOptions['transports']['push'];
  readonly fillLink: OutboxOptions['fillLink'];
  readonly makeAnswerToken: OutboxOptions['makeAnswerToken'];
}

export function createOutboxPart(options: Options) {
  const { database, log, metrics, closing, config, mailbox, texts, push, fillLink, makeAnswerToken } = options;
  const mail = config.smtpUrl === undefined ? undefined : createMailTransport(config.smtpUrl, config.mailFrom);
  if (mail) closing.add('mail', () => mail.close());
  const worker = new OutboxWorker({
    database,
    log,
    transports: { mail, sms: texts, push },
    linkMailbox: config.isDemo ? mailbox : undefined,
    fillLink,
    makeAnswerToken,
    publicUrl: config.publicUrl,
  });
  metrics.watchStored('outbox_messages', 'Messages in the outbox that have not left, by status.', () =>
    countUnsentMessages(database.read(systemScope('metrics'))),
  );
  return {
    handlers: { outbox: createOutboxHandlers(database) },
    jobs: [...worker.jobs, ...createOutboxTidyJobs(database, config.keepOutboxDays)],
    crontab: [...OUTBOX_CRONTAB, ...OUTBOX_TIDY_CRONTAB],
    start: () => worker.requeue(),
  };
}
