import { afterEach, expect, it } from 'vitest';
import {
  closeRunDialog,
  focusLaunched,
  forgetTracking,
  minimiseCard,
  minimiseMarkerCard,
  onRunChosen,
  openRunDialog,
  pickPlace,
  selectMarker,
  selectRun,
  setPlace,
  showCardAlone,
  useTracking,
} from './run-selection.ts';

const PLACE = { lat: 36, lon: -97 };
const now = () => useTracking.getState();

afterEach(forgetTracking);

it('another run begins without marker, dialog and place', () => {
  selectMarker(1, 'M2');
  openRunDialog(1, 'note');
  expect(now()).toMatchObject({ runId: 1, markerName: 'M2', dialog: 'note' });
  selectRun(2);
  expect(now()).toMatchObject({ runId: 2, markerName: null, dialog: null, placeTool: null, place: null });
});

it('the same run keeps its marker and its dialog', () => {
  selectMarker(1, 'M2');
  openRunDialog(1, 'assign-uid');
  selectRun(1);
  expect(now()).toMatchObject({ markerName: 'M2', dialog: 'assign-uid' });
});

it('a place is picked without a dialog in front, and given back with the dialog', () => {
  openRunDialog(1, 'add-marker');
  pickPlace(1, 'add-marker');
  expect(now()).toMatchObject({ dialog: null, placeTool: 'add-marker', place: null });
  setPlace(PLACE);
  pickPlace(1, 'edit-pig');
  expect(now()).toMatchObject({ placeTool: 'edit-pig', place: null });
  setPlace(PLACE);
  closeRunDialog();
  expect(now()).toMatchObject({ dialog: null, placeTool: null, place: null, runId: 1 });
});

it('notifies about each choice, also of the same run, and not about none', () => {
  const chosen: number[] = [];
  const stop = onRunChosen((runId) => chosen.push(runId));
  selectRun(1);
  selectRun(1);
  selectRun(null);
  selectMarker(2, 'M1');
  openRunDialog(3, 'end');
  stop();
  selectRun(4);
  expect(chosen).toEqual([1, 1, 2, 3]);
});

it('cards are minimised each for itself, the run card apart from the marker card', () => {
  minimiseCard(1, true);
  minimiseMarkerCard(2, true);
  minimiseCard(2, false);
  expect([...now().minimisedCards]).toEqual([
    [1, true],
    [2, false],
  ]);
  expect([...now().minimisedMarkers]).toEqual([[2, true]]);
});

it('a card that is shown alone is expanded and closes the marker card', () => {
  minimiseCard(1, true);
  selectMarker(1, 'M2');
  showCardAlone(1);
  expect([now().minimisedCards.get(1), now().markerName, now().runId]).toEqual([false, null, 1]);
});

it('a run that was just launched takes the focus once it appears', () => {
  focusLaunched(9);
  expect(now()).toMatchObject({ launchedId: 9, isFocusWanted: true, isLaunchShown: false, runId: null });
});
