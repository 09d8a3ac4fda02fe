import type { Context } from '../../platform/part.ts';
import { createWebhookHandlers } from './webhooks.routes.ts';

interface Options extends Context {
  readonly config: {
    readonly links: { readonly rockblockSecret: string | undefined; readonly cloudloopSecret: string | undefined };
  };
  readonly receiveWebhook: Parameters<typeof createWebhookHandlers>[0]['take'];
}

export const createWebhooksPart = ({ log, config: { links }, receiveWebhook }: Options) => ({
  handlers: {
    webhooks: createWebhookHandlers({
      secrets: { rockblock: links.rockblockSecret, cloudloop: links.cloudloopSecret },
      take: receiveWebhook,
      log,
    }),
  },
});
