import { useEffect, useState } from 'react';

/**
 * Opens a menu just after its trigger is focused: Mantine returns the focus only to an element that had it before the
 * opening.
 */
export function useLateOpen() {
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setOpened(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  return { opened, onChange: setOpened };
}
