import { useEffect, useState } from 'react';

/** Opens a menu just after its trigger has the focus: Mantine returns the focus only to what had it before the opening. */
export function useLateOpen() {
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setOpened(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  return { opened, onChange: setOpened };
}
