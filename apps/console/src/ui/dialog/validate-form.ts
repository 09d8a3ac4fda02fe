/** The used part of a form. */
interface ValidatedForm {
  readonly validate: () => { readonly hasErrors: boolean; readonly errors: Readonly<Record<string, unknown>> };
  readonly getInputNode: (path: string) => HTMLElement | null;
}

/** Shows the errors at the fields, focuses the first of them, and returns whether the form may be sent. */
export function validateForm(form: ValidatedForm): boolean {
  const { hasErrors, errors } = form.validate();
  const [first] = Object.keys(errors);
  if (first !== undefined) form.getInputNode(first)?.focus();
  return !hasErrors;
}
