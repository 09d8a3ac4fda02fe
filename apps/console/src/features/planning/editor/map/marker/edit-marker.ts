import { DESCRIPTIONS, MAX_MARKER_NOTE, type Marker, type MarkerDescription } from '@waymark/domain/path/marker';
import { measureDraft, type EditorDraft } from '#/features/planning/editor/draft.ts';

export type MarkerChange = Partial<Pick<Marker, 'state' | 'description' | 'note' | 'lat' | 'lon'>>;

/** Launch and receive keep their kind: only their place and note can be changed. */
export function isEnd({ markers }: Pick<EditorDraft, 'markers'>, name: string): boolean {
  return markers[0]?.name === name || markers.at(-1)?.name === name;
}

/** A skipped marker has no device. */
const UNLINKED = { autoLink: false, autoVerify: false, autoLinkedUids: [], linkedUid: null } as const;

function apply(marker: Marker, { note, ...change }: MarkerChange): Marker {
  const changed = { ...marker, ...change, note: (note ?? marker.note).slice(0, MAX_MARKER_NOTE) };
  return changed.state === 'SKIP' ? { ...changed, ...UNLINKED } : changed;
}

function restrict({ lat, lon, note }: MarkerChange): MarkerChange {
  return { ...(lat !== undefined && { lat }), ...(lon !== undefined && { lon }), ...(note !== undefined && { note }) };
}

/** A moved marker is measured again. */
export function changeMarker(draft: EditorDraft, name: string, wanted: MarkerChange): EditorDraft {
  const change = isEnd(draft, name) ? restrict(wanted) : wanted;
  const markers = draft.markers.map((marker) => (marker.name === name ? apply(marker, change) : marker));
  const changed = { ...draft, markers };
  return change.lat === undefined && change.lon === undefined ? changed : measureDraft(changed);
}

/** There is one launch and one receive, although a file may contain more. */
export function listDescriptions({ description }: Pick<Marker, 'description'>): readonly MarkerDescription[] {
  return DESCRIPTIONS.filter((each) => each === description || (each !== 'LAUNCH' && each !== 'RECEIVE'));
}
