import { useMediaQuery } from '@mantine/hooks';
import { phoneWidth } from './window-store.ts';

export function useIsPhone(): boolean {
  return useMediaQuery(`(max-width: ${phoneWidth - 1}px)`, false, { getInitialValueInEffect: false });
}
