import { useEffect } from 'react';

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** The browser asks before it reloads or leaves the page while something would be lost. */
export function useUnloadQuestion(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return undefined;
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isUnsaved]);
}
