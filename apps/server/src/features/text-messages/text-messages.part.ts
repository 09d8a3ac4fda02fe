import type { Context } from '../../platform/part.ts';
import type { AcknowledgeByText } from './text-messages.service.ts';
import { createTextReplyHandlers } from './text-messages.routes.ts';
import type { UserId } from '@waymark/domain/ids';
import type { Reader } from '../../platform/database/database.ts';
import { createTextGateway, type TextGateway, type TextGatewayConfig } from '../../platform/text/text-gateway.ts';
import { findTextObstacle } from './text-messages.queries.ts';

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

/** The outbox channel for text messages: only to users who have opted in, and at most once. */
interface TextChannel extends TextGateway {
  readonly isSentOnce: true;
  findObstacle(
    reader: Reader,
    message: { readonly to: string; readonly userId: UserId | null },
  ): Promise<string | null>;
}

function createTextChannel(config: TextGatewayConfig): TextChannel {
  const gateway = createTextGateway(config);
  return {
    isSentOnce: true,
    findObstacle: (reader, message) => findTextObstacle(reader, message, config.countryCode),
    send: (message, signal) => gateway.send(message, signal),
  };
}
