import type { Place } from '@waymark/domain/geo/great-circle';
import { create } from 'zustand';

export type RunDialog =
  | 'auto'
  | 'notifications'
  | 'agms'
  | 'launch-time'
  | 'add-marker'
  | 'cancel'
  | 'end'
  | 'edit-pig'
  | 'tool-speed'
  | 'passages'
  | 'unassociated'
  | 'add-passage'
  | 'note'
  | 'assign-uid'
  | 'description';

/** What a click on the map sets, for the dialog that waits for it. */
export type PlaceTool = 'add-marker' | 'edit-pig';

interface TrackingStore {
  /** The run that map, cards and marker card are about. */
  readonly runId: number | null;
  /** A marker of it by name; null: none is chosen. */
  readonly markerName: string | null;
  /** Cards that the user has minimised, or shown in full, by run: the run's own and its marker card. */
  readonly minimisedCards: ReadonlyMap<number, boolean>;
  readonly minimisedMarkers: ReadonlyMap<number, boolean>;
  /** The run that this console has launched last: it has a card, which takes the focus once. */
  readonly launchedId: number | null;
  readonly isFocusWanted: boolean;
  readonly dialog: RunDialog | null;
  readonly placeTool: PlaceTool | null;
  readonly place: Place | null;
}

const NOTHING: TrackingStore = {
  runId: null,
  markerName: null,
  minimisedCards: new Map(),
  minimisedMarkers: new Map(),
  launchedId: null,
  isFocusWanted: false,
  dialog: null,
  placeTool: null,
  place: null,
};

export const useTracking = create<TrackingStore>()(() => NOTHING);

export function selectRun(runId: number | null): void {
  useTracking.setState((now) =>
    now.runId === runId ? {} : { runId, markerName: null, dialog: null, placeTool: null, place: null },
  );
}

export function selectMarker(runId: number, markerName: string | null): void {
  useTracking.setState({ runId, markerName });
}

/** The card of the run that was just launched takes the focus as soon as it is there. */
export function focusLaunched(runId: number): void {
  useTracking.setState({ launchedId: runId, isFocusWanted: true });
}

/** Dialogs are about the chosen run, and those of a marker about the chosen marker. */
export function openRunDialog(runId: number, dialog: RunDialog): void {
  selectRun(runId);
  useTracking.setState({ dialog });
}

export function closeRunDialog(): void {
  useTracking.setState({ dialog: null, placeTool: null, place: null });
}

/** The next click on the map sets the place; the mark that it leaves can be dragged. */
export function pickPlace(runId: number, placeTool: PlaceTool): void {
  selectRun(runId);
  useTracking.setState({ placeTool, place: null, dialog: null });
}

export function setPlace(place: Place): void {
  useTracking.setState({ place });
}

export function minimiseCard(runId: number, isMinimised: boolean): void {
  useTracking.setState(({ minimisedCards }) => ({ minimisedCards: new Map(minimisedCards).set(runId, isMinimised) }));
}

/** On a low map there is room for a run card in full or for a marker card. */
export function showCardAlone(runId: number): void {
  minimiseCard(runId, false);
  useTracking.setState({ markerName: null });
}

export function minimiseMarkerCard(runId: number, isMinimised: boolean): void {
  useTracking.setState(({ minimisedMarkers }) => ({
    minimisedMarkers: new Map(minimisedMarkers).set(runId, isMinimised),
  }));
}

export function forgetTracking(): void {
  useTracking.setState(NOTHING);
}
