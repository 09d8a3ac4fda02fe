import { systemScope } from '../../platform/access/scope.ts';
import { AllowedHosts } from '../../platform/outbound/allowed-hosts.ts';
import { createHostResolver } from '../../platform/outbound/resolve-host.ts';
import type { Context } from '../../platform/part.ts';
import { HookSender } from './delivery/hook-sender.ts';
import { createEventHooksJobs, EVENT_HOOKS_CRONTAB } from './event-hooks.jobs.ts';
import { countUndelivered } from './event-hooks.queries.ts';
import { createEventHooksHandlers } from './event-hooks.routes.ts';
import { EVENT_HOOKS_CHANNEL } from './events/hook-events.store.ts';

interface Options extends Context {
  readonly config: {
    readonly publicUrl: string;
    readonly webhooks: { readonly allowedHosts: readonly string[]; readonly keepDays: number };
  };
}

export function createEventHooksPart({ database, notices, metrics, box, log, closing, config }: Options) {
  const { publicUrl, webhooks } = config;
  const allowed = new AllowedHosts(webhooks.allowedHosts);
  const sender = new HookSender({ database, box, log, allowed, publicUrl, resolve: createHostResolver() });
  notices.on(EVENT_HOOKS_CHANNEL, { hear: () => sender.request(), back: () => sender.request() });
  closing.add('webhooks', () => sender.close());
  metrics.watchStored('webhook_deliveries', 'Events that have not reached a webhook, by status.', () =>
    countUndelivered(database.read(systemScope('metrics'))),
  );
  return {
    handlers: { eventHooks: createEventHooksHandlers({ database, box, allowed, publicUrl }) },
    jobs: createEventHooksJobs(database, webhooks.keepDays),
    crontab: EVENT_HOOKS_CRONTAB,
    start: async () => sender.start(),
  };
}
