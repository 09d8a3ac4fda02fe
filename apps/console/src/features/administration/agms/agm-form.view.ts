import { parseUid } from '@waymark/domain/device/model';
import type { Place } from '#/features/devices/map/parse-place.ts';
import {
  NOWHERE,
  readPosition,
  toPositionForm,
  type PositionForm,
} from '#/features/devices/site/position-form.view.ts';
import { t } from '#/language/t.ts';

const INVALID_UID = t('Invalid UID');
const GROUP_REQUIRED = t('Group required');

export function validateUid(text: string): string | null {
  return parseUid(text) === null ? INVALID_UID : null;
}

export function validateGroup(group: string | null): string | null {
  return group === null || group === '' ? GROUP_REQUIRED : null;
}

/** The text of the requirements if the group is known; else the server's message. */
export function describeExistingUid(group: number | undefined, otherwise: string): string {
  return group === undefined ? otherwise : t('UID exists in Group Number: {group}', { group });
}

const IMEI = /^\d{15}$/;

/** Most devices have none. */
export function validateImei(text: string): string | null {
  return text.trim() === '' || IMEI.test(text.trim()) ? null : t('An IMEI has 15 digits.');
}

/** The stored fields of an AGM, and those of its form. */
interface StoredAgm extends Place {
  readonly group: number;
  readonly imei: string | null;
}
export interface AgmForm extends PositionForm {
  readonly group: string | null;
  readonly imei: string;
}

export function toAgmForm({ group, imei, ...place }: StoredAgm): AgmForm {
  return { group: String(group), imei: imei ?? '', ...toPositionForm(place) };
}

export function isMove(stored: Pick<StoredAgm, 'group'>, { group }: Pick<AgmForm, 'group'>): boolean {
  return group !== null && Number(group) !== stored.group;
}

/** The changed fields; the server keeps the others, and clears the position of an AGM that moves. */
export function toAgmChange(stored: StoredAgm, form: AgmForm) {
  const place = readPosition(form) ?? NOWHERE;
  const imei = form.imei.trim();
  const before = isMove(stored, form) ? NOWHERE : stored;
  return {
    ...(isMove(stored, form) && { group: Number(form.group) }),
    ...((place.lat !== before.lat || place.lon !== before.lon) && place),
    ...(imei !== (stored.imei ?? '') && { imei }),
  };
}
