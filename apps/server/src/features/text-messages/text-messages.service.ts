import { isValidAlertPhone, toPhoneDigits } from '@waymark/domain/account/phone';
import { readTextWish } from '@waymark/domain/account/text-reply';
import type { Database } from '../../platform/database/database.ts';
import { systemOrigin, type Call } from '../../platform/http/call.ts';
import { lockPhone, type OwnNumber } from './text-messages.queries.ts';
import { startPhone, stopPhone } from './text-messages.store.ts';
import { applyReply } from './text-replies.store.ts';

/** Carries out STOP and START; other texts are ignored. */
export async function followReply(
  database: Database,
  call: Call,
  reply: { readonly from: string; readonly text: string },
  own: NonNullable<OwnNumber>,
): Promise<void> {
  const { countryCode } = own;
  const wish = readTextWish(reply.text);
  const phone = toPhoneDigits(reply.from);
  if (wish === null || !isValidAlertPhone(phone)) return;
  await database.change(systemOrigin('text message', call), async (change) => {
    await lockPhone(change, phone);
    if (wish === 'stop') await stopPhone(change, phone);
    else await startPhone(change, phone, countryCode);
    await applyReply(change, { phone, wish, countryCode }, own);
  });
}
