import { HOOK_EVENT_TYPES, SENT_EVENTS, type HookEventType } from '@waymark/contract/event-hooks/catalogue';
import { MOST_COUNTED } from '@waymark/contract/event-hooks/hook-row';
import { ETA_MINUTES } from '@waymark/contract/routes/event-hooks';
import { WEBHOOK_FAULTS } from '@waymark/domain/words/setting-faults';
import { isApiError } from '#/api/api-error.ts';
import { t } from '#/language/t.ts';
import type { Delivery, DeliveryStatus, Webhook, WebhookToSave } from './webhooks.data.ts';

export const FILTERS: readonly { readonly value: DeliveryStatus | ''; readonly label: string }[] = [
  { value: '', label: t('All') },
  { value: 'waiting', label: t('Waiting') },
  { value: 'delivered', label: t('Delivered') },
  { value: 'dead', label: t('Dead') },
];

export const STATUS_WORDS: Readonly<Record<DeliveryStatus, string>> = {
  waiting: t('Waiting'),
  delivered: t('Delivered'),
  dead: t('Dead'),
};

/** The events of the form, in groups. */
export const EVENT_GROUPS: readonly { readonly label: string; readonly types: readonly HookEventType[] }[] = [
  { label: t('Runs'), types: HOOK_EVENT_TYPES.filter((type) => type.startsWith('waymark.run.')) },
  { label: t('Alerts'), types: HOOK_EVENT_TYPES.filter((type) => type.startsWith('waymark.alert.')) },
  { label: t('AGMs'), types: HOOK_EVENT_TYPES.filter((type) => type.startsWith('waymark.device.')) },
  { label: t('Commands'), types: HOOK_EVENT_TYPES.filter((type) => type.startsWith('waymark.command.')) },
];

export const describeType = (type: HookEventType): string => t(SENT_EVENTS[type].summary);

export const nameOf = ({ description, url }: Pick<Webhook, 'description' | 'url'>): string =>
  description === '' ? url : description;

/** `unknown`: nothing was delivered yet. */
export type WebhookState = 'ok' | 'failing' | 'disabled' | 'unknown';

type Stated = Pick<Webhook, 'isEnabled' | 'failingSince' | 'lastDeliveredAt'>;

export function stateOf({ isEnabled, failingSince, lastDeliveredAt }: Stated): WebhookState {
  if (!isEnabled) return 'disabled';
  if (failingSince !== null) return 'failing';
  return lastDeliveredAt === null ? 'unknown' : 'ok';
}

const countOf = (count: number) => (count >= MOST_COUNTED ? `${MOST_COUNTED}+` : String(count));

/** Describes in a line which events the webhook takes. */
export function describeScope({ eventTypes, isForAllPaths, pathName }: Webhook): string {
  const events = t('{count} kind of event|{count} kinds of events', { count: eventTypes.length });
  if (isForAllPaths) return t('{events}, all paths', { events });
  if (pathName === null) return t('{events}, but its path is deleted: nothing is sent', { events });
  return t('{events}, path {name}', { events, name: pathName });
}

/** The numbers of waiting and dead events; null: there are none. */
export function describeBacklog({ waiting, dead }: Pick<Webhook, 'waiting' | 'dead'>): string | null {
  const parts = [
    ...(waiting > 0 ? [t('{number} waiting', { number: countOf(waiting) })] : []),
    ...(dead > 0 ? [t('{number} dead', { number: countOf(dead) })] : []),
  ];
  return parts.length === 0 ? null : parts.join(', ');
}

/** The last answer of the receiver, or why there was none. */
export function describeAnswer({ attempts, lastStatus, lastError }: Delivery): string {
  if (lastError !== null) return lastError;
  if (lastStatus !== null) return String(lastStatus);
  return attempts === 0 ? t('Not tried yet') : t('Being sent');
}

/** The choice of a webhook whose path is deleted, until the user chooses another. */
const DELETED_PATH = 'deleted';
const ETA_CHANGED = 'waymark.run.eta-changed';

export interface WebhookForm {
  readonly url: string;
  readonly description: string;
  readonly eventTypes: readonly HookEventType[];
  /** '': all paths, or DELETED_PATH. */
  readonly pathId: string;
  readonly etaMinutes: number | string;
  readonly isEnabled: boolean;
}

function beginPath(webhook: Webhook | null): string {
  if (webhook === null || webhook.isForAllPaths) return '';
  return webhook.pathName === null ? DELETED_PATH : String(webhook.pathId);
}

export const beginForm = (webhook: Webhook | null): WebhookForm => ({
  url: webhook?.url ?? '',
  description: webhook?.description ?? '',
  eventTypes: webhook?.eventTypes ?? [],
  pathId: beginPath(webhook),
  etaMinutes: webhook?.etaMinutes ?? ETA_MINUTES.usual,
  isEnabled: webhook?.isEnabled ?? true,
});

export const hasEtaField = (types: readonly HookEventType[]): boolean => types.includes(ETA_CHANGED);

const isMinutes = (value: number | string) =>
  Number.isInteger(value) && Number(value) >= ETA_MINUTES.least && Number(value) <= ETA_MINUTES.most;

export const WEBHOOK_RULES = {
  url: (url: string) => (/^https?:\/\/./.test(url.trim()) ? null : t(WEBHOOK_FAULTS['not-https'])),
  eventTypes: (types: readonly HookEventType[]) => (types.length === 0 ? t('Choose at least one') : null),
  pathId: (pathId: string) => (pathId === DELETED_PATH ? t('Choose a path, or all paths') : null),
  etaMinutes: (minutes: number | string, { eventTypes }: Pick<WebhookForm, 'eventTypes'>) =>
    isMinutes(minutes) || !hasEtaField(eventTypes) ? null : t('From {least} to {most} minutes', ETA_MINUTES),
};

export const toSent = ({ pathId, etaMinutes, eventTypes, ...form }: WebhookForm): WebhookToSave => ({
  ...form,
  eventTypes: [...eventTypes],
  pathId: pathId === '' ? null : Number(pathId),
  etaMinutes: isMinutes(etaMinutes) ? Number(etaMinutes) : ETA_MINUTES.usual,
});

/** The errors at the fields that a refusal names; null: it names none. */
export function findFieldErrors(error: unknown): Readonly<Record<string, string>> | null {
  if (isApiError(error, 'webhook-url-refused')) return { url: error.detail };
  if (isApiError(error, 'path-not-found')) return { pathId: error.detail };
  return null;
}
