import { isValidAlertPhone, toPhoneDigits } from '@waymark/domain/account/phone';
import { readAcknowledgement, readTextWish } from '@waymark/domain/account/text-reply';
import type { Database } from '../../platform/database/database.ts';
import { systemOrigin, type Call } from '../../platform/http/call.ts';
import { lockPhone, type OwnNumber } from './text-messages.queries.ts';
import { startPhone, stopPhone } from './text-messages.store.ts';
import { applyReply } from './text-replies.store.ts';

/** Acknowledges the alerts of the text message with this number, if it went to this phone. */
export type AcknowledgeByText = (
  call: Call,
  answer: { readonly phone: string; readonly number: number; readonly countryCode: string },
) => Promise<void>;

interface ReplyParts {
  readonly database: Database;
  readonly own: NonNullable<OwnNumber>;
  readonly acknowledgeByText: AcknowledgeByText;
}

/** Carries out STOP, START and ACK with a number; other texts are ignored. */
export async function followReply(
  { database, own, acknowledgeByText }: ReplyParts,
  call: Call,
  reply: { readonly from: string; readonly text: string },
): Promise<void> {
  const { countryCode } = own;
  const wish = readTextWish(reply.text);
  const phone = toPhoneDigits(reply.from);
  if (!isValidAlertPhone(phone)) return;
  const number = readAcknowledgement(reply.text);
  if (number !== null) return acknowledgeByText(call, { phone, number, countryCode });
  if (wish === null) return;
  await database.change(systemOrigin('text message', call), async (change) => {
    await lockPhone(change, phone);
    if (wish === 'stop') await stopPhone(change, phone);
    else await startPhone(change, phone, countryCode);
    await applyReply(change, { phone, wish, countryCode }, own);
  });
}
