import { checkNewPassword, checkRetypedPassword } from '@waymark/domain/account/password';
import { t } from '#/language/t.ts';

export interface PasswordForm {
  readonly password: string;
  readonly retyped: string;
  /** The fields that the user has typed in or left: only these show errors. */
  readonly isPasswordTouched: boolean;
  readonly isRetypedTouched: boolean;
  /** The user has left the second field, so its entry counts as complete. */
  readonly isRetypedLeft: boolean;
}

export const emptyPasswordForm: PasswordForm = {
  password: '',
  retyped: '',
  isPasswordTouched: false,
  isRetypedTouched: false,
  isRetypedLeft: false,
};

/** Errors at the fields, and whether the form may be sent: both filled, valid and equal. */
export function viewPasswordForm(form: PasswordForm) {
  const passwordError = checkNewPassword(form.password);
  const retypedError = checkRetypedPassword(form.password, form.retyped);
  const say = (text: string | null) => (text === null ? null : t(text));
  const isBeingRetyped = !form.isRetypedLeft && form.password.startsWith(form.retyped);
  return {
    passwordError: form.isPasswordTouched ? say(passwordError) : null,
    retypedError: form.isRetypedTouched && !isBeingRetyped ? say(retypedError) : null,
    canSubmit: passwordError === null && retypedError === null,
  };
}

/** Reason why the password cannot be changed yet; undefined if it can. */
export function explainBlockedChange(currentPassword: string, canSubmitNew: boolean): string | undefined {
  if (currentPassword === '') return t('Type your current password.');
  return canSubmitNew ? undefined : t('Type the new password in both fields.');
}
