import { ALERTS } from '../path/notification-rule.ts';

/** Alerts of a run, and those of a company whose devices cannot be heard. */
export const ALERT_KINDS = [...ALERTS, 'link-silent', 'broker-away'] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** `notice`: a fact that ends by itself and needs no acknowledgement. */
export type Severity = 'urgent' | 'warning' | 'notice';

const SEVERITIES: Readonly<Record<AlertKind, Severity>> = {
  'arriving-30': 'notice',
  'arriving-15': 'notice',
  'marker-missed': 'warning',
  'pig-late': 'urgent',
  'pig-stopped': 'urgent',
  'pig-resumed': 'notice',
  'over-speed': 'warning',
  'under-speed': 'warning',
  'agm-offline': 'warning',
  'agm-battery': 'warning',
  'pig-unheard': 'urgent',
  'passage-waits': 'warning',
  'agm-silent': 'warning',
  'link-silent': 'urgent',
  'broker-away': 'urgent',
};

export const severityOf = (kind: AlertKind): Severity => SEVERITIES[kind];
