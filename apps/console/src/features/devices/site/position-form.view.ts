import { formatDegrees, isLocated } from '@waymark/domain/device/location';
import { t } from '#/language/t.ts';
import { parsePlace, type Place } from '../map/parse-place.ts';

/** The texts of the two position fields. */
export interface PositionForm {
  readonly lat: string;
  readonly lon: string;
}

/** Empty if the place is unknown. */
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

/** 0/0 for an empty position. */
export const NOWHERE: Place = { lat: 0, lon: 0 };

const isOpen = ({ lat, lon }: PositionForm) => lat.trim() === '' && lon.trim() === '';

/** null: the fields contain no valid position; both empty are valid. */
export function readPosition(form: PositionForm): Place | null {
  return isOpen(form) ? NOWHERE : parsePlace(`${form.lat.trim()}, ${form.lon.trim()}`);
}

const hasLatitude = ({ lat }: PositionForm) => parsePlace(`${lat.trim()}, 0`) !== null;
const hasLongitude = ({ lon }: PositionForm) => parsePlace(`0, ${lon.trim()}`) !== null;

/** Validates the fields: coordinates as on the map, or both empty. */
export const positionRules = {
  lat: (_: string, form: PositionForm): string | null =>
    isOpen(form) || hasLatitude(form) ? null : t('Invalid latitude'),
  lon: (_: string, form: PositionForm): string | null =>
    isOpen(form) || hasLongitude(form) ? null : t('Invalid longitude'),
};

/** The same if a position is required. */
export const knownPositionRules = {
  lat: (_: string, form: PositionForm): string | null => (hasLatitude(form) ? null : t('Invalid latitude')),
  lon: (_: string, form: PositionForm): string | null => (hasLongitude(form) ? null : t('Invalid longitude')),
};
