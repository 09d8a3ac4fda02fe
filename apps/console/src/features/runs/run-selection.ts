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
  | 'description'
  | 'offline-map'
  | 'share';

/** The purpose of the next click on the map, for the waiting dialog. */
export type PlaceTool = 'add-marker' | 'edit-pig';

interface TrackingStore {
  /** The run shown by map, cards and marker card. */
  readonly runId: number | null;
  /** The name of its selected marker; null: none. */
  readonly markerName: string | null;
  /** Cards that the user has minimised or expanded, by run: the run's own and its marker card. */
  readonly minimisedCards: ReadonlyMap<number, boolean>;
  readonly minimisedMarkers: ReadonlyMap<number, boolean>;
  /** The last run that this console launched: its card is shown and takes the focus once. */
  readonly launchedId: number | null;
  readonly isFocusWanted: boolean;
  /** The map has not shown it yet. */
  readonly isLaunchShown: boolean;
  /** The run whose pig the map follows. */
  readonly followedId: number | null;
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
  isLaunchShown: true,
  followedId: null,
  dialog: null,
  placeTool: null,
  place: null,
};

export const useTracking = create<TrackingStore>()(() => NOTHING);

type Chosen = (runId: number) => void;
const chosenListeners = new Set<Chosen>();

/** Called each time a run or one of its markers is chosen; returns a function that unsubscribes. */
export function onRunChosen(listener: Chosen): () => void {
  chosenListeners.add(listener);
  return () => chosenListeners.delete(listener);
}

/** Notifies also if it is selected already: a user who chooses a run has seen it. */
function notifyChosen(runId: number | null): void {
  if (runId !== null) for (const listener of chosenListeners) listener(runId);
}

export function selectRun(runId: number | null): void {
  useTracking.setState((now) =>
    now.runId === runId ? {} : { runId, markerName: null, dialog: null, placeTool: null, place: null },
  );
  notifyChosen(runId);
}

export function selectMarker(runId: number, markerName: string | null): void {
  useTracking.setState({ runId, markerName });
  notifyChosen(runId);
}

/** When the run that was just launched appears, its card takes the focus, and the map shows its line. */
export function focusLaunched(runId: number): void {
  useTracking.setState({ launchedId: runId, isFocusWanted: true, isLaunchShown: false });
}

/** null: the user moves the map again. */
export function followPig(followedId: number | null): void {
  useTracking.setState({ followedId });
}

/** Dialogs refer to the selected run, and those of a marker to the selected marker. */
export function openRunDialog(runId: number, dialog: RunDialog): void {
  selectRun(runId);
  useTracking.setState({ dialog });
}

export function closeRunDialog(): void {
  useTracking.setState({ dialog: null, placeTool: null, place: null });
}

/** The next click on the map sets the place; its mark can be dragged. */
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

/** A low map has space for an expanded run card or for a marker card. */
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
