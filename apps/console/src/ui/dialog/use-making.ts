import type { UseFormReturnType } from '@mantine/form';
import { useRef, type RefObject } from 'react';
import { t } from '#/language/t.ts';
import { useUnloadQuestion } from './use-unload-question.ts';

interface Sending<Values, Made> {
  /** null: nothing was made that the next dialog shows. */
  readonly send: (values: Values) => Promise<Made | null>;
  /** The errors at the fields that a refusal names; null: it names none. */
  readonly findErrors: (error: unknown) => Readonly<Record<string, string>> | null;
}

interface Making<Made> {
  /** The answer of the server. A secret in it is shown once, when the form has closed. */
  readonly made: RefObject<Made | null>;
  readonly make: () => Promise<void>;
}

/** Sends the form of something that the next dialog shows, and shows a refusal at its fields. */
export function useMaking<Values, Made>(
  form: UseFormReturnType<Values>,
  { send, findErrors }: Sending<Values, Made>,
): Making<Made> {
  const made = useRef<Made>(null);
  useUnloadQuestion(form.submitting);
  const make = async () => {
    form.setSubmitting(true);
    try {
      made.current = await send(form.getValues());
    } catch (error) {
      const errors = findErrors(error);
      if (!errors) throw error;
      form.setErrors(errors);
      throw new Error(t('The server did not accept the marked entry.'), { cause: error });
    } finally {
      form.setSubmitting(false);
    }
  };
  return { made, make };
}
