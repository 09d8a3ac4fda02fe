import { ALERT_KINDS } from '@waymark/domain/alert/alert-kind';
import { z } from 'zod';
import { id, uid, utcSecond } from '../devices/fields.ts';
import { asCompanyId, asPathId } from '../ids.ts';

/** What a silence is about: every part that is not null must fit. */
export const silenceScope = {
  pathId: asPathId(id).nullable().default(null),
  /** A marker of the path. */
  markerName: z.string().min(1).max(200).nullable().default(null),
  uid: uid.nullable().default(null),
  kind: z.enum(ALERT_KINDS).nullable().default(null),
};

export const silenceRow = z.object({
  id,
  groupId: asCompanyId(id),
  ...silenceScope,
  /** null: the silence names no path, or the path is deleted. */
  pathName: z.string().nullable(),
  from: utcSecond,
  until: utcSecond,
  reason: z.string(),
  /** The user who added it, by the name of that time. */
  addedBy: z.string(),
  /** The user who ended it before its time. */
  endedBy: z.string().nullable(),
});
export type SilenceRow = z.output<typeof silenceRow>;

export const exampleSilence = {
  id: 12,
  groupId: 3,
  pathId: 7,
  markerName: 'AGM 04',
  uid: null,
  kind: null,
  pathName: 'North line',
  from: '2026-03-18 06:00:00',
  until: '2026-03-18 14:00:00',
  reason: 'Excavation at AGM 04.',
  addedBy: 'Dana Reyes',
  endedBy: null,
} as const;
