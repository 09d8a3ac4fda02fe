import {
  CONTROL_COLUMNS,
  CONTROL_TIMES,
  LENGTH_UNITS,
  MOST_DECIMALS,
  USUAL_LAYOUT,
} from '@waymark/domain/report/control-columns';
import { z } from 'zod';
import { id } from '../devices/fields.ts';
import { asRunId } from '../ids.ts';
import { withPlainTexts } from '../plain-texts.ts';
import { ADMINS, COMPANY_ADMIN } from '../roles.ts';
import { defineRoute } from '../route.ts';

// The control points of an in-line inspection, with columns as each vendor wants them.

export const MOST_PROFILE_NAME = 80;
export const MOST_HEADING = 60;
/** Some vendors want a value twice. */
const MOST_COLUMNS = 40;
export const MOST_GAP_KM = 1000;

const column = z.object({
  column: z.enum(CONTROL_COLUMNS),
  heading: z.string().trim().min(1).max(MOST_HEADING),
  /** Of lengths and stations. */
  unit: z.enum(LENGTH_UNITS).default('m'),
  decimals: z.int().min(0).max(MOST_DECIMALS).default(3),
});

const sentProfile = z.object({
  /** null: a new one. */
  id: id.nullable(),
  name: z.string().trim().min(1).max(MOST_PROFILE_NAME),
  columns: z.array(column).min(1).max(MOST_COLUMNS),
  timeFormat: z.enum(CONTROL_TIMES),
  /** Stretches without a control point that are longer are listed; null: none. */
  gapKm: z.number().positive().max(MOST_GAP_KM).nullable(),
});
export type SentControlProfile = z.output<typeof sentProfile>;

const profile = sentProfile.extend({ id, groupId: id });
export type ControlProfile = z.output<typeof profile>;

export const CONTROL_FORMATS = ['csv', 'xlsx'] as const;
export type ControlFormat = (typeof CONTROL_FORMATS)[number];

const exampleSent = {
  name: 'Vendor A',
  columns: USUAL_LAYOUT.columns.slice(0, 4).map((each) => ({ ...each })),
  timeFormat: 'utc',
  gapKm: 2,
} as const;
const exampleProfile = { ...exampleSent, columns: [...exampleSent.columns], id: 3, groupId: 3 };

export const controlPointsRoutes = {
  listControlProfiles: defineRoute({
    method: 'GET',
    path: '/company/control-profiles',
    summary: 'The column profiles for control points of the company, by name; a superadmin gets those of all.',
    access: ADMINS,
    key: 'history:read',
    reply: z.array(profile),
    example: { reply: [exampleProfile] },
  }),
  saveControlProfile: defineRoute({
    method: 'POST',
    path: '/company/control-profiles',
    summary: 'Saves a column profile for control points, a new one with id null.',
    access: COMPANY_ADMIN,
    body: withPlainTexts(sentProfile),
    reply: profile,
    problems: ['control-profile-not-found', 'control-profile-name-taken', 'too-many-control-profiles'],
    example: { body: { ...exampleSent, columns: [...exampleSent.columns], id: 3 }, reply: exampleProfile },
  }),
  deleteControlProfile: defineRoute({
    method: 'DELETE',
    path: '/company/control-profiles/:id',
    summary: 'Deletes a column profile for control points.',
    access: COMPANY_ADMIN,
    params: z.object({ id: z.coerce.number().pipe(id) }),
    reply: z.object({}),
    problems: ['control-profile-not-found'],
    example: { params: { id: 3 }, reply: {} },
  }),
  writeControlPoints: defineRoute({
    method: 'POST',
    path: '/pigrun/WriteControlPoints',
    summary:
      'The tracked markers of a completed run as control points for an in-line inspection, with the stretches that have none; in the columns of a profile of the company, or in all of them.',
    access: ADMINS,
    key: 'history:read',
    body: z.object({
      runId: asRunId(id),
      /** null: all columns, in metres. */
      profileId: id.nullable().default(null),
      format: z.enum(CONTROL_FORMATS),
    }),
    reply: z.string().meta({ format: 'binary' }),
    media: 'application/octet-stream',
    problems: [
      'run-not-found',
      'control-profile-not-found',
      'report-not-possible',
      'report-queue-full',
      'report-too-long',
    ],
    example: { body: { runId: 41, profileId: 3, format: 'csv' }, reply: 'Number,Name,Description,Station' },
  }),
};
