import type { Routes } from '@waymark/contract/routes/index';
import type { Database } from '../../platform/database/database.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { problem } from '../../platform/http/problem.ts';
import { isSignedReply } from './reply-signature.ts';
import { followReply, type AcknowledgeByText } from './text-messages.service.ts';

const NO_ANSWER = '<?xml version="1.0" encoding="UTF-8"?><Response/>';

interface ReplyParts {
  readonly database: Database;
  /** The public address of the webhook, which is part of the signature. */
  readonly address: string;
  /** Undefined without a gateway: the address then answers 404. */
  readonly gateway: { readonly token: string; readonly from: string; readonly countryCode: string } | undefined;
  readonly acknowledgeByText: AcknowledgeByText;
}

export function createTextReplyHandlers({
  database,
  address,
  gateway,
  acknowledgeByText,
}: ReplyParts): Handlers<Pick<Routes['webhooks'], 'takeTextReply'>> {
  return {
    takeTextReply: async ({ body }, call) => {
      if (!gateway) throw problem('not-found');
      const signature = call.readHeader('x-twilio-signature') ?? '';
      if (!isSignedReply(address, body, gateway.token, signature)) throw problem('forbidden');
      const reply = { from: body.From ?? '', text: body.Body ?? '' };
      await followReply({ database, own: gateway, acknowledgeByText }, call, reply);
      return NO_ANSWER;
    },
  };
}
