import { useEffect, useState } from 'react';
import { t } from '#/language/t.ts';

export const FAULT_STANDS = t('Correct the marked field first.');

const INVALID = '[aria-invalid="true"]';

/** Whether a field inside is marked as invalid, by any form library. */
export function useStandingFault(form: HTMLElement | null): boolean {
  const [isFaulty, setFaulty] = useState(false);
  useEffect(() => {
    if (!form) return undefined;
    const look = () => setFaulty(form.querySelector(INVALID) !== null);
    look();
    const observer = new MutationObserver(look);
    observer.observe(form, { subtree: true, childList: true, attributes: true, attributeFilter: ['aria-invalid'] });
    return () => observer.disconnect();
  }, [form]);
  return isFaulty;
}
