import type { Marker } from '@waymark/domain/path/marker';
import {
  addRule,
  DEFAULT_RULE,
  type Medium,
  type NotificationRule,
  type PassageType,
} from '@waymark/domain/path/notification-rule';
import { t } from '#/language/t.ts';
import { ALERT_LABELS, QUIET_ZONE_WORDS, settleQuiet } from './alerts.view.ts';

export const MEDIUM_LABELS: Readonly<Record<Medium, string>> = {
  sms: 'SMS',
  email: t('E-mail'),
  both: t('SMS and e-mail'),
  none: t('None'),
};
export const PASSAGE_LABELS: Readonly<Record<PassageType, string>> = {
  verified: t('Verified passages'),
  passage: t('All passages'),
};

/** Within a list of words. */
const PASSAGE_WORDS: Readonly<Record<PassageType, string>> = {
  verified: t('verified passages'),
  passage: t('all passages'),
};

/** The rule in the dialog, possibly without a user. */
export interface RuleDraft extends Omit<NotificationRule, 'userId' | 'name'> {
  readonly userId: number | null;
}

export const NEW_RULE: RuleDraft = { ...DEFAULT_RULE, userId: null };

interface Person {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly group: number;
}

/** Users of the path's company; all visible users while no AGM determines the company. */
export function listChoosable(
  users: readonly Person[],
  company: number | null,
): readonly { readonly value: string; readonly label: string }[] {
  return users
    .filter(({ group }) => company === null || group === company)
    .toSorted((one, other) => one.name.localeCompare(other.name))
    .map(({ id, name, email }) => ({ value: String(id), label: `${name} (${email})` }));
}

/** null: no user is chosen or the quiet times are invalid, so the rule cannot be saved. */
export function toRule(
  { userId, ...draft }: RuleDraft,
  users: readonly Pick<Person, 'id' | 'name'>[],
  before: NotificationRule | null,
): NotificationRule | null {
  const quiet = settleQuiet(draft);
  if (userId === null || quiet === null) return null;
  const name = users.find(({ id }) => id === userId)?.name ?? before?.name;
  return name === undefined
    ? null
    : { ...draft, ...quiet, userId, name, markers: draft.allMarkers ? [] : draft.markers };
}

/** Reason why it cannot be saved. */
export function explainDraft(draft: RuleDraft, made: NotificationRule | null): string | undefined {
  if (made) return undefined;
  return settleQuiet(draft) === null ? t('Correct the quiet times.') : t('Choose a user.');
}

/** A new rule replaces the previous one of its user; a changed one keeps its position. */
export function saveRule(
  rules: readonly NotificationRule[],
  rule: NotificationRule,
  before: NotificationRule | null,
): readonly NotificationRule[] {
  const others =
    before && before.userId !== rule.userId ? rules.filter(({ userId }) => userId !== before.userId) : rules;
  return addRule(others, rule);
}

export function listTracked(markers: readonly Marker[]): readonly string[] {
  return markers.filter(({ state }) => state === 'TRACK').map(({ name }) => name);
}

function describeMarkers({ allMarkers, markers }: Pick<NotificationRule, 'allMarkers' | 'markers'>): string {
  if (allMarkers) return t('all markers');
  return markers.length === 0 ? t('no markers') : t('{count} marker|{count} markers', { count: markers.length });
}

/** "SMS and push" */
function describeMedium({ medium, push }: NotificationRule): string {
  if (push !== true) return MEDIUM_LABELS[medium];
  return medium === 'none' ? t('Push') : t('{medium} and push', { medium: MEDIUM_LABELS[medium] });
}

/** "SMS, verified passages, all markers" */
export function describeRule(rule: NotificationRule): string {
  return [describeMedium(rule), PASSAGE_WORDS[rule.passageType], describeMarkers(rule)].join(', ');
}

const yesNo = (isOn: boolean) => (isOn ? t('Yes') : t('No'));

/** All details, for the info dialog. */
export function listRuleRows(rule: NotificationRule): readonly (readonly [label: string, value: string])[] {
  return [
    [t('Launch'), yesNo(rule.launch)],
    [t('Receive'), yesNo(rule.receive)],
    [t('Medium'), describeMedium(rule)],
    [t('Passage type'), PASSAGE_LABELS[rule.passageType]],
    [t('Include manual'), yesNo(rule.manualPassage)],
    [t('Markers'), rule.allMarkers ? t('All') : rule.markers.join(', ') || t('None')],
    [t('Alerts'), rule.alerts.map((kind) => ALERT_LABELS[kind]).join(', ') || t('None')],
    [
      t('Quiet times'),
      rule.quietFrom === null
        ? t('None')
        : t('{from} to {to} {zone}', {
            from: rule.quietFrom,
            to: rule.quietTo ?? '',
            zone: QUIET_ZONE_WORDS[rule.quietIn ?? 'utc'],
          }),
    ],
  ];
}
