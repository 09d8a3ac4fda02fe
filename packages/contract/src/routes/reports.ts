import { LANGUAGES } from '@waymark/domain/language/language';
import { REPORT_ORDERS } from '@waymark/domain/report/order-rows';
import { ROW_COLUMNS } from '@waymark/domain/report/row-columns';
import { UNIT_SYSTEMS } from '@waymark/domain/units/system';
import { z } from 'zod';
import { id, uid } from '../devices/fields.ts';
import { asRunId } from '../ids.ts';
import { rowsNumber } from '../paging.ts';
import { mapFileQuery, exampleReportRow, reportRow } from '../reports/report-row.ts';
import { ADMINS, COMPANY_ADMIN } from '../roles.ts';
import { defineRoute } from '../route.ts';
import { timeZone } from '../runs/pig-path.ts';

// Passages as tables and as files.

export const REPORT_TYPES = ['Default', 'Summary'] as const;
export type ReportType = (typeof REPORT_TYPES)[number];
export const REPORT_FORMATS = ['csv', 'pro', 'pdf', 'xlsx'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];
/** Paper sizes of PDF files. */
export const REPORT_PAPERS = ['a4', 'letter'] as const;
export type ReportPaper = (typeof REPORT_PAPERS)[number];

const MOST_DEVICES = 5000;

const page = z.object({
  includeVerifiedPassagesOnly: z.boolean().default(false),
  page: z.int().min(1).default(1),
  /** 0: all rows. */
  rowsPerPage: z.int().min(0).max(100_000).default(15),
  sortBy: z.enum(REPORT_ORDERS).default('passageTimeStamp'),
  descending: z.boolean().default(false),
});
const runReport = page.extend({ runId: id });
export type RunReportRequest = z.output<typeof runReport>;
/** As typed: an invalid date is reported in the words of the documents. */
const typedDate = z.string().max(40);
const deviceReport = page.extend({ startDate: typedDate, endDate: typedDate, uidList: z.array(uid).max(MOST_DEVICES) });
export type DeviceReportRequest = z.output<typeof deviceReport>;

const reply = z.object({ reportDataResponseRecordList: z.array(reportRow), rowsNumber });
const order = { page: 1, sortBy: 'passageTimeStamp', descending: false } as const;
const exampleRunBody = { runId: 41, includeVerifiedPassagesOnly: true, rowsPerPage: 15, ...order };
const exampleDeviceBody = {
  startDate: '2026-03-18 00:00:00',
  endDate: '2026-03-19 00:00:00',
  uidList: [100_234],
  rowsPerPage: 15,
  ...order,
};
const exampleReply = { reportDataResponseRecordList: [exampleReportRow], rowsNumber: 1 };
const CSV_HEADINGS = ROW_COLUMNS.map(({ heading }) => heading).join();

/** A logo of this size is sharp on paper. */
export const MOST_LOGO_BYTES = 150_000;
const MOST_ADDRESS = 300;

const letterhead = z.object({
  /** Lines are kept. */
  address: z.string().max(MOST_ADDRESS),
  /** JPEG as base64; null: none. */
  logo: z
    .base64()
    .max(Math.ceil((MOST_LOGO_BYTES * 4) / 3) + 4)
    .nullable(),
});

export const reportsRoutes = {
  readLetterhead: defineRoute({
    method: 'GET',
    path: '/company/letterhead',
    summary: 'Address and logo at the head of PDF reports.',
    access: COMPANY_ADMIN,
    reply: letterhead,
    example: { reply: { address: '12 Main Street\nTulsa, OK 74103', logo: null } },
  }),
  saveLetterhead: defineRoute({
    method: 'POST',
    path: '/company/letterhead',
    summary:
      'Replaces address and logo at the head of PDF reports; a logo is a JPEG picture of at most 2000 pixels a side.',
    access: COMPANY_ADMIN,
    body: letterhead,
    reply: letterhead,
    problems: ['logo-refused'],
    example: { body: { address: '12 Main Street', logo: null }, reply: { address: '12 Main Street', logo: null } },
  }),
  readRunReport: defineRoute({
    method: 'POST',
    path: '/pigrun/GetReportDataForCompletedPigRun',
    summary:
      'A page of the passages of a completed run: heard ones, those set by hand, and the markers without a passage.',
    access: COMPANY_ADMIN,
    key: 'history:read',
    body: runReport,
    reply,
    problems: ['run-not-found', 'report-not-possible'],
    example: { body: exampleRunBody, reply: exampleReply },
  }),
  readDeviceReport: defineRoute({
    method: 'POST',
    path: '/pigrun/GetReportDataForDevices',
    summary: 'A page of the passages of these devices between two times, of any run or none.',
    access: COMPANY_ADMIN,
    key: 'history:read',
    body: deviceReport,
    reply,
    problems: ['report-invalid'],
    example: { body: exampleDeviceBody, reply: exampleReply },
  }),
  exportRunReport: defineRoute({
    method: 'POST',
    path: '/pigrun/ExportReportDataForCompletedPigRun',
    summary: 'The same rows as one CSV file: page 1, rowsPerPage 0.',
    access: COMPANY_ADMIN,
    key: 'history:read',
    body: runReport,
    reply: z.string(),
    media: 'text/csv',
    problems: ['run-not-found', 'report-not-possible'],
    example: { body: { ...exampleRunBody, rowsPerPage: 0 }, reply: `${CSV_HEADINGS}\r\n` },
  }),
  exportDeviceReport: defineRoute({
    method: 'POST',
    path: '/pigrun/ExportReportDataForDevices',
    summary: 'All of the same rows as one CSV file, which is streamed.',
    access: COMPANY_ADMIN,
    key: 'history:read',
    body: deviceReport,
    reply: z.string(),
    media: 'text/csv',
    problems: ['report-invalid'],
    example: { body: { ...exampleDeviceBody, rowsPerPage: 0 }, reply: `${CSV_HEADINGS}\r\n` },
  }),
  exportRunMap: defineRoute({
    method: 'GET',
    path: '/pigrun/:runId/file',
    summary:
      'The line of a run and its markers with planned, heard and verified times as a file for maps: KML, GPX, GeoJSON, or shapefiles in a zip. Estimates of an active run say that they are estimates.',
    access: ADMINS,
    key: 'history:read',
    params: z.object({ runId: asRunId(z.coerce.number().pipe(id)) }),
    query: mapFileQuery,
    reply: z.string().meta({ format: 'binary' }),
    media: 'application/octet-stream',
    problems: ['run-not-found'],
    example: { params: { runId: 41 }, query: { format: 'kml' }, reply: '<?xml version="1.0" encoding="UTF-8"?>' },
  }),
  writeReport: defineRoute({
    method: 'POST',
    path: '/pigrun/WriteReport',
    summary: 'The report of a completed run as a file; PRO and PDF can have waveforms.',
    access: ADMINS,
    key: 'history:read',
    body: z.object({
      runId: id,
      reportType: z.enum(REPORT_TYPES),
      format: z.enum(REPORT_FORMATS),
      includeWaveforms: z.boolean().default(false),
      paper: z.enum(REPORT_PAPERS).default('a4'),
      /** The units of the file; .pro files are in SI units. Omitted: the units of the caller. */
      units: z.enum(UNIT_SYSTEMS).optional(),
      /** The zone of the times; .pro files are in UTC. Omitted: the zone in which the caller reads times of this line. */
      timeZone: timeZone.optional(),
      /** The language of the file; .pro files have fixed words. Omitted: that of the caller, English for an API key. */
      language: z.enum(LANGUAGES).optional(),
      /** The notes of the run and of its markers, in a PDF file. */
      includeNotes: z.boolean().default(false),
    }),
    reply: z.string().meta({ format: 'binary' }),
    media: 'application/octet-stream',
    problems: ['run-not-found', 'report-not-possible', 'report-queue-full', 'report-too-long'],
    example: { body: { runId: 41, reportType: 'Default', format: 'csv' }, reply: 'Marker,Description,State' },
  }),
};
