import type { AlertKind } from '../alert/alert-kind.ts';
import { markTexts } from '../language/translate.ts';
import { CAUSE_TITLES } from '../run/alerts/alerts-words.ts';

export const ALERT_TITLES: Readonly<Record<AlertKind, string>> = {
  ...CAUSE_TITLES,
  ...markTexts({ 'link-silent': 'No AGM connected', 'broker-away': 'MQTT broker away' }),
};
