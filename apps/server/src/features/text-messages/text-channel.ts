import type { UserId } from '@waymark/domain/ids';
import type { Reader } from '../../platform/database/database.ts';
import { createTextGateway, type TextGateway, type TextGatewayConfig } from '../../platform/text/text-gateway.ts';
import { findTextObstacle } from './text-messages.queries.ts';

/** The outbox channel for text messages: only to users who have opted in, and at most once. */
export interface TextChannel extends TextGateway {
  readonly isSentOnce: true;
  findObstacle(
    reader: Reader,
    message: { readonly to: string; readonly userId: UserId | null },
  ): Promise<string | null>;
}

export function createTextChannel(config: TextGatewayConfig): TextChannel {
  const gateway = createTextGateway(config);
  return {
    isSentOnce: true,
    findObstacle: (reader, message) => findTextObstacle(reader, message, config.countryCode),
    send: (message, signal) => gateway.send(message, signal),
  };
}
