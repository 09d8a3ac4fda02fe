import type { AlertKind } from '../alert/alert-kind.ts';
import { markTexts } from '../language/translate.ts';

export const ALERT_TITLES = markTexts({
  'arriving-30': 'Arriving soon',
  'arriving-15': 'Arriving soon',
  'marker-missed': 'Marker missed',
  'pig-late': 'Pig late',
  'pig-stopped': 'Pig stopped',
  'pig-resumed': 'Pig on its way again',
  'over-speed': 'Pig too fast',
  'under-speed': 'Pig too slow',
  'agm-offline': 'AGM offline',
  'agm-battery': 'AGM battery low',
  'pig-unheard': 'No marker hears the pig',
  'passage-waits': 'Passage waits for verification',
  'agm-silent': 'AGM stopped reporting',
  'link-silent': 'No AGM connected',
  'broker-away': 'MQTT broker away',
} satisfies Record<AlertKind, string>);
