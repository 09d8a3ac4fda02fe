import type { ImportProblem } from '@waymark/domain/path/import-markers';
import type { Marker } from '@waymark/domain/path/marker';
import { wordProblem, type WordedProblem } from '@waymark/domain/words/import-faults';
import { t } from '#/language/t.ts';
import { measureDraft, type EditorDraft } from '../draft.ts';

/** A refused file with all its problems. */
export interface RefusedCsv {
  readonly fileName: string;
  readonly problems: readonly ImportProblem[];
}

/** Checks a file before it is read; null: it may be read. */
export function checkCsvFile({ name }: Pick<File, 'name'>): ImportProblem | null {
  return /\.csv$/i.test(name) ? null : { code: 'wrong-extension', line: null };
}

/** Groups problems by title, in the order of their first occurrence, and sorts each group by line. */
export function groupProblems(problems: readonly ImportProblem[]): readonly (readonly WordedProblem[])[] {
  const worded = problems.map((problem) => wordProblem(problem, t));
  const groups = Map.groupBy(worded, ({ title }) => title).values();
  return [...groups].map((group) => group.toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0)));
}

/** Text for the clipboard: a title, then its lines. */
export function writeProblems({ fileName, problems }: RefusedCsv): string {
  const groups = groupProblems(problems).map((group) =>
    [
      group[0]?.title ?? '',
      ...group.map(({ line, message }) => (line === null ? message : t('Line {line}: {message}', { line, message }))),
    ].join('\n'),
  );
  return [fileName, ...groups].join('\n\n');
}

export function countProblems({ problems }: RefusedCsv): string {
  return t('{count} problem. Nothing was imported.|{count} problems. Nothing was imported.', {
    count: problems.length,
  });
}

/** Settings made by the user stay with the marker's name. */
function keepSettings(marker: Marker, before: Marker | undefined): Marker {
  if (!before) return marker;
  const note = before.note;
  if (marker.state !== 'TRACK') return { ...marker, note };
  const { autoLink, autoVerify, autoLinkedUids, linkedUid } = before;
  return { ...marker, note, autoLink, autoVerify, autoLinkedUids, linkedUid };
}

/** Replaces the draft's markers by those of another file. */
export function takeMarkers(draft: EditorDraft, csvFileName: string, markers: readonly Marker[]): EditorDraft {
  const before = new Map(draft.markers.map((marker) => [marker.name, marker]));
  const names = new Set(markers.map(({ name }) => name));
  return measureDraft({
    ...draft,
    csvFileName,
    markers: markers.map((marker) => keepSettings(marker, before.get(marker.name))),
    notifications: draft.notifications.map((rule) => ({
      ...rule,
      markers: rule.markers.filter((name) => names.has(name)),
    })),
  });
}
