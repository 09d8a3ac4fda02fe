import type { Context } from '../../platform/part.ts';
import type { TextGatewayConfig } from '../../platform/text/text-gateway.ts';
import { createTextChannel } from './text-channel.ts';
import { createTextReplyHandlers } from './text-messages.routes.ts';

interface Options extends Context {
  readonly config: { readonly publicUrl: string; readonly textGateway: TextGatewayConfig | undefined };
}

export const createTextMessagesPart = ({ database, config: { publicUrl, textGateway: gateway } }: Options) => ({
  handlers: {
    webhooks: createTextReplyHandlers({ database, address: `${publicUrl}/api/webhooks/sms`, gateway }),
  },
  /** The channel for text messages; undefined without a gateway. */
  texts: gateway && createTextChannel(gateway),
});
