import { useEffect } from 'react';

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** The browser asks before it reloads or leaves the page while there are unsaved changes. */
export function useUnloadQuestion(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return undefined;
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isUnsaved]);
}
