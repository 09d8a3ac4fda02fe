import type { Context } from '../../platform/part.ts';
import type { TextGatewayConfig } from '../../platform/text/text-gateway.ts';
import { createTextChannel } from './text-channel.ts';
import type { AcknowledgeByText } from './text-messages.service.ts';
import { createTextReplyHandlers } from './text-messages.routes.ts';

interface Options extends Context {
  readonly config: { readonly publicUrl: string; readonly textGateway: TextGatewayConfig | undefined };
  readonly acknowledgeByText: AcknowledgeByText;
}

export const createTextMessagesPart = ({
  database,
  config: { publicUrl, textGateway: gateway },
  acknowledgeByText,
}: Options) => ({
  handlers: {
    webhooks: createTextReplyHandlers({
      database,
      address: `${publicUrl}/api/webhooks/sms`,
      gateway,
      acknowledgeByText,
    }),
  },
  /** The channel for text messages; undefined without a gateway. */
  texts: gateway && createTextChannel(gateway),
});
