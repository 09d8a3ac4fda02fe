import { EMAIL_TEXTS, isValidEmail } from '@waymark/domain/account/email';

const RESET_SENT = 'Please check your email for instructions';

/** The text at the field, or null when the email may be sent. */
export function validateResetEmail(email: string): string | null {
  return isValidEmail(email.trim()) ? null : EMAIL_TEXTS.invalid;
}

/** The form, while it is sent, and after: sent once, it stays sent. */
export type ResetStep = 'form' | 'sending' | 'sent';

export function viewResetForm(step: ResetStep) {
  return {
    isLoading: step === 'sending',
    isSubmitDisabled: step !== 'form',
    note: step === 'sent' ? RESET_SENT : null,
  };
}
