import type { Handover } from '@waymark/contract/shift/handover';
import type { RouteInput } from '@waymark/contract/route';
import type { shiftRoutes } from '@waymark/contract/routes/shift';
import { COMMANDS, findCommandType } from '@waymark/commands/commands';
import { inEnglish } from '@waymark/domain/language/translate';
import { disarmCell } from '@waymark/domain/report/formula';
import { cleanName } from '@waymark/domain/report/export-names';
import { parseUtc } from '@waymark/domain/time/utc';
import type { Zone } from '@waymark/domain/time/zone';
import { writeUtcText } from '@waymark/domain/time/zoned-text';
import type { UnitSystem } from '@waymark/domain/units/system';
import { listSheetSections, type SheetReader, type SheetSection } from '@waymark/domain/words/handover-sheet';
import { streamCsv } from '../../platform/csv/stream-csv.ts';
import type { ChangeOrigin } from '../../platform/database/change.ts';
import type { Database } from '../../platform/database/database.ts';
import { problem } from '../../platform/http/problem.ts';
import { readLetterhead, type HandoverToPrint, type Press } from '../reports/reports.api.ts';
import { findUnits, findZoneOfReader } from '../users/users.queries.ts';
import { findCompanyName, findHandover } from './handovers.queries.ts';

type Request = RouteInput<typeof shiftRoutes.writeHandover>['body'];

interface Desk {
  readonly database: Database;
  readonly press: Press;
  readonly now: () => number;
}

interface Caller {
  readonly origin: ChangeOrigin;
  /** Aborts when the connection closes. */
  readonly closed: AbortSignal;
}

const nameCommand = (type: string): string => {
  const known = findCommandType(type);
  return known ? COMMANDS[known].label : type;
};

const readerOf = (zone: Zone, units: UnitSystem): SheetReader => ({
  t: inEnglish,
  zone,
  units,
  nameCommand,
  wordAlert: ({ words }) => words[units],
});

function listFacts({ id, signed, accepted, sheet }: Handover, companyName: string, zone: Zone) {
  const at = (text: string) => writeUtcText(text, zone);
  const remark = accepted && accepted.remark !== '' ? `: ${accepted.remark}` : '';
  return [
    ['Company', companyName],
    ['Handover', String(id)],
    ['Sheet taken', at(sheet.takenAt)],
    ['Notes since', sheet.since === null ? 'the first note' : at(sheet.since)],
    ['Signed', `${signed.name}, ${at(signed.at)}`],
    ['Accepted', accepted ? `${accepted.name}, ${at(accepted.at)}${remark}` : 'not accepted yet'],
  ] as const;
}

type Line = readonly string[];

/** All sections as one table: a spreadsheet filters it by the first cell, which names the section. */
function* listLines(facts: readonly Line[], words: string, sections: readonly SheetSection[]): Generator<Line> {
  for (const fact of facts) yield ['Handover', ...fact];
  yield ['Words of the crew', words];
  for (const { title, heads, rows, empty, total } of sections) {
    yield [title, ...heads];
    if (rows.length === 0) yield [title, empty];
    for (const row of rows) yield [title, ...row];
    if (total > rows.length) yield [title, `${rows.length} of ${total} shown`];
  }
}

async function* asOnePage(lines: Iterable<Line>): AsyncGenerator<readonly Line[], void, undefined> {
  yield [...lines];
}

/** Lines of one length, which every program reads. */
function writeCsv(lines: readonly Line[]): AsyncIterable<string> {
  const width = Math.max(...lines.map(({ length }) => length));
  const headings = Array.from({ length: width }, (_none, at) => (at === 0 ? 'Section' : `Column ${at}`));
  const writeCells = (line: Line) => headings.map((_heading, at) => line[at] ?? '');
  return streamCsv({ headings, writeCells, disarm: disarmCell }, asOnePage(lines));
}

const toMs = (text: string): number => {
  const at = parseUtc(text);
  return at.ok ? at.value : 0;
};

/** Superadmins share one place in the queue, as a company does. */
const nameOwner = ({ groupId }: ChangeOrigin) => (groupId === null ? 'superadmins' : `company ${groupId}`);

async function audit({ database }: Desk, { origin }: Caller, { id, groupId }: Handover, { format }: Request) {
  await database.change(origin, (change) =>
    change.audit({ action: 'handover-written', objectType: 'handover', objectId: id, groupId, after: { format } }),
  );
}

async function readStyle({ database }: Desk, { origin }: Caller, request: Request) {
  const reader = database.read(origin.scope);
  const { userId } = origin;
  if (userId === null) throw problem('forbidden');
  return {
    units: request.units ?? (await findUnits(reader, { userId, groupId: origin.groupId })),
    zone: request.timeZone ?? (await findZoneOfReader(reader, userId, null)),
  };
}

interface WrittenHandover {
  readonly name: string;
  readonly parts: AsyncIterable<Uint8Array | string>;
}

/** Writes a signed handover as a file. The audit trail names who took it. */
export async function writeHandoverFile(
  desk: Desk,
  caller: Caller,
  id: number,
  request: Request,
): Promise<WrittenHandover> {
  const { format, paper } = request;
  const reader = desk.database.read(caller.origin.scope);
  const handover = await findHandover(reader, id);
  if (!handover) throw problem('handover-not-found');
  const [style, companyName] = await Promise.all([
    readStyle(desk, caller, request),
    findCompanyName(reader, handover.groupId),
  ]);
  const facts = listFacts(handover, companyName, style.zone);
  const sections = listSheetSections(handover.sheet, readerOf(style.zone, style.units));
  await audit(desk, caller, handover, request);
  const name = `handover_${cleanName(companyName)}_${handover.signed.at.slice(0, 10)}_${id}.${format}`;
  if (format === 'csv') return { name, parts: writeCsv([...listLines(facts, handover.words, sections)]) };
  const job: HandoverToPrint = {
    format: 'handover',
    title: `Shift handover ${id}`,
    companyName,
    createdAt: toMs(handover.signed.at),
    facts,
    words: handover.words,
    sections,
    paper: { paper, ...style, language: 'en', withNotes: false },
    letterhead: await readLetterhead(reader, handover.groupId),
  };
  const { closed } = caller;
  const prepare = () => Promise.resolve(job);
  return { name, parts: await desk.press.print({ owner: nameOwner(caller.origin), closed, prepare }) };
}
