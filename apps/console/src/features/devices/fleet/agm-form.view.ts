import { parseUid } from '@waymark/domain/device/uid';

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
