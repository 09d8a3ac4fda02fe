import type { UserId } from '../ids.ts';
import { UTC, type Zone } from '../time/zone.ts';

// Rules of a run that decide which users are notified of what.

export const MEDIA = ['sms', 'email', 'both', 'none'] as const;
export type Medium = (typeof MEDIA)[number];

export const PASSAGE_TYPES = ['verified', 'passage'] as const;
export type PassageType = (typeof PASSAGE_TYPES)[number];

/** Alerts available besides launch, passages and receive. */
export const ALERTS = [
  'arriving-30',
  'arriving-15',
  'marker-missed',
  'pig-late',
  'pig-stopped',
  'pig-resumed',
  'over-speed',
  'under-speed',
  'agm-offline',
  'agm-battery',
  'pig-unheard',
  'passage-waits',
  'agm-silent',
] as const;
export type AlertKind = (typeof ALERTS)[number];

/** UTC, or the zone of the user of the rule: that of their browser, else that of the line. */
export const QUIET_ZONES = ['utc', 'recipient'] as const;
export type QuietZone = (typeof QUIET_ZONES)[number];

/** The zone in which a quiet time is meant. */
export const chooseQuietZone = (
  { quietIn }: Pick<NotificationRule, 'quietIn'>,
  userZone: Zone | null | undefined,
  lineZone: Zone | null | undefined,
): Zone => (quietIn === 'recipient' ? (userZone ?? lineZone ?? UTC) : UTC);

export interface NotificationRule {
  /** The user's name when the rule was made. */
  readonly name: string;
  readonly userId: UserId;
  readonly launch: boolean;
  readonly receive: boolean;
  readonly medium: Medium;
  /** Also to the browsers in which the user has turned push on; absent: no. */
  readonly push?: boolean | undefined;
  /** Notify when a passage is verified, or as soon as one arrives. */
  readonly passageType: PassageType;
  readonly manualPassage: boolean;
  readonly allMarkers: boolean;
  /** Names of the markers, unless `allMarkers`. */
  readonly markers: readonly string[];
  readonly alerts: readonly AlertKind[];
  /** "HH:mm". In between, only launch, passages and receive are sent; null: no quiet time. */
  readonly quietFrom: string | null;
  readonly quietTo: string | null;
  /** The clock of the quiet time; absent: UTC. */
  readonly quietIn?: QuietZone | undefined;
}

/** Whether the rule sends nothing: the run is only shown in the user's console. */
export const isMute = ({ medium, push }: Pick<NotificationRule, 'medium' | 'push'>): boolean =>
  medium === 'none' && push !== true;

export const DEFAULT_RULE: Omit<NotificationRule, 'name' | 'userId'> = {
  launch: true,
  receive: true,
  medium: 'sms',
  passageType: 'verified',
  manualPassage: true,
  allMarkers: true,
  markers: [],
  alerts: ['arriving-30', 'marker-missed', 'pig-late', 'pig-stopped', 'pig-resumed', 'agm-offline', 'agm-battery'],
  quietFrom: null,
  quietTo: null,
};

/** Each user has one rule: a new one replaces the old one. */
export function addRule(rules: readonly NotificationRule[], added: NotificationRule): NotificationRule[] {
  const at = rules.findIndex(({ userId }) => userId === added.userId);
  return at < 0 ? [...rules, added] : rules.with(at, added);
}
