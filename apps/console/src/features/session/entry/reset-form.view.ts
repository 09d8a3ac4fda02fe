import { EMAIL_TEXTS, isValidEmail } from '@waymark/domain/account/email';
import { t } from '#/language/t.ts';

const RESET_SENT = t('Please check your email for instructions');

/** The error at the field, or null if the email may be sent. */
export function validateResetEmail(email: string): string | null {
  return isValidEmail(email.trim()) ? null : t(EMAIL_TEXTS.invalid);
}

/** The form before, during and after sending; it can be sent only once. */
export type ResetStep = 'form' | 'sending' | 'sent';

export function viewResetForm(step: ResetStep) {
  return {
    isLoading: step === 'sending',
    isSubmitDisabled: step !== 'form',
    note: step === 'sent' ? RESET_SENT : null,
  };
}
