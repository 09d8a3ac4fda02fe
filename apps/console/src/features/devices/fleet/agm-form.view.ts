import { formatDegrees, isLocated } from '@waymark/domain/device/location';
import { parseUid } from '@waymark/domain/device/uid';
import { parsePlace, type Place } from '../map/parse-place.ts';

const INVALID_UID = 'Invalid UID';
const GROUP_REQUIRED = 'Group required';

export function validateUid(text: string): string | null {
  return parseUid(text) === null ? INVALID_UID : null;
}

export function validateGroup(group: string | null): string | null {
  return group === null || group === '' ? GROUP_REQUIRED : null;
}

/** Where the group is known, in the documents' words; else what the server said. */
export function describeExistingUid(group: number | undefined, otherwise: string): string {
  return group === undefined ? otherwise : `UID exists in Group Number: ${group}`;
}

const IMEI = /^\d{15}$/;

/** Most devices have none. */
export function validateImei(text: string): string | null {
  return text.trim() === '' || IMEI.test(text.trim()) ? null : 'An IMEI has 15 digits.';
}

/** What stands in the two fields of a position. */
export interface PositionForm {
  readonly lat: string;
  readonly lon: string;
}

/** Nothing where nobody knows the place. */
export function toPositionForm({
  lat,
  lon,
}: {
  readonly lat: number | null;
  readonly lon: number | null;
}): PositionForm {
  const position = { lat, lon };
  return isLocated(position)
    ? { lat: formatDegrees(position.lat), lon: formatDegrees(position.lon) }
    : { lat: '', lon: '' };
}

/** 0/0 for a position that is left open. */
const NOWHERE: Place = { lat: 0, lon: 0 };

const isOpen = ({ lat, lon }: PositionForm) => lat.trim() === '' && lon.trim() === '';

/** null where the fields hold no position; both empty leave it open. */
export function readPosition(form: PositionForm): Place | null {
  return isOpen(form) ? NOWHERE : parsePlace(`${form.lat.trim()}, ${form.lon.trim()}`);
}

const hasLatitude = ({ lat }: PositionForm) => parsePlace(`${lat.trim()}, 0`) !== null;
const hasLongitude = ({ lon }: PositionForm) => parsePlace(`0, ${lon.trim()}`) !== null;

/** Rules of the two fields: read as on the map, or both left empty. */
export const positionRules = {
  lat: (_: string, form: PositionForm): string | null =>
    isOpen(form) || hasLatitude(form) ? null : 'Invalid latitude',
  lon: (_: string, form: PositionForm): string | null =>
    isOpen(form) || hasLongitude(form) ? null : 'Invalid longitude',
};

/** The same where the position must be known. */
export const knownPositionRules = {
  lat: (_: string, form: PositionForm): string | null => (hasLatitude(form) ? null : 'Invalid latitude'),
  lon: (_: string, form: PositionForm): string | null => (hasLongitude(form) ? null : 'Invalid longitude'),
};

/** What is stored of an AGM, and what stands in its form. */
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

/** What has changed in the form; the server keeps the rest, and empties the position of an AGM that moves. */
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
