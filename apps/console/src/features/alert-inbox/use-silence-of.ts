import type { Alert } from '#/features/alerts/alerts-store.ts';
import { findSilenceOf, useSilences, type Silence } from '#/features/alerts/silences-store.ts';
import { useServerNow } from '#/features/devices/use-server-now.ts';

/** Finds the silence of an alert at the present second. */
export function useFindSilence(): (alert: Alert) => Silence | null {
  const silences = useSilences((store) => store.silences);
  const now = useServerNow();
  return (alert) => findSilenceOf(silences, alert, now);
}
