import { isValidAlertPhone, toPhoneDigits } from '@waymark/domain/account/phone';
import { t } from '#/language/t.ts';
import type { ShownError } from '#/ui/state/shown-error.ts';

const PHONE_MISSING = t('A phone number must be specified.');
const PHONE_TOO_LONG = t('The phone number specified can, at most, include 50 characters of numerics (0-9).');
export const SETTINGS_SAVED = t('Your messaging settings have been saved.');

export interface MessagingForm {
  readonly isOptedIn: boolean;
  readonly phone: string;
}

/** The error at the phone field; null: the settings may be saved. */
export function validateMessaging({ isOptedIn, phone }: MessagingForm): string | null {
  const digits = toPhoneDigits(phone);
  if (digits === '') return isOptedIn ? PHONE_MISSING : null;
  return isValidAlertPhone(digits) ? null : PHONE_TOO_LONG;
}

/** The reason why text messages do not reach the stored phone. */
export function describeStop({ textStartTo }: { readonly textStartTo: string | null }): string {
  return textStartTo === null
    ? t(
        'This phone has sent STOP: no text message is sent to it. Text START to the number that its messages came from from it to get messages again.',
      )
    : t(
        'This phone has sent STOP: no text message is sent to it. Text START to {phone} from it to get messages again.',
        { phone: textStartTo },
      );
}

/** The request and the answer spell the opt-in field differently. */
export function toMessagingRequest({ isOptedIn, phone }: MessagingForm) {
  return { a2pMessagingOptInState: isOptedIn, phone: toPhoneDigits(phone) };
}

/** A call that did not reach the server has no log id, but a reason. */
export function describeServiceException({ message, logId }: ShownError): string {
  return t('A notification settings service exception has occurred. {reason}', {
    reason: logId === undefined ? message : `LogId = [${logId}]`,
  });
}
