import { useState } from 'react';
import { emptyPasswordForm, viewPasswordForm } from './password-form.view.ts';

/** The state of both fields in a form for a new password, and the properties of their inputs. */
export function usePasswordForm() {
  const [fields, setFields] = useState(emptyPasswordForm);
  const view = viewPasswordForm(fields);
  const change = (part: Partial<typeof fields>) => setFields((before) => ({ ...before, ...part }));
  return {
    fields,
    view,
    clear: () => setFields(emptyPasswordForm),
    password: {
      value: fields.password,
      error: view.passwordError,
      onText: (password: string) => change({ password, isPasswordTouched: true }),
      onBlur: () => change({ isPasswordTouched: true }),
    },
    retyped: {
      value: fields.retyped,
      error: view.retypedError,
      onText: (retyped: string) => change({ retyped, isRetypedTouched: true, isRetypedLeft: false }),
      onBlur: () => change({ isRetypedLeft: true }),
    },
  };
}
