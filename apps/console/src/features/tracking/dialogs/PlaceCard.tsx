import { TextInput } from '@mantine/core';
import { MAX_MARKER_NAME } from '@waymark/domain/path/marker';
import { addMarker, editPig } from '@waymark/domain/run/changes/changes';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useCanWrite } from '#/live/online-store.ts';
import { askMiddle } from '#/map/map-commands.ts';
import { Button } from '#/ui/button/Button.tsx';
import { DialogError, DialogFoot } from '#/ui/dialog/DialogFrame.tsx';
import { IconButton } from '#/ui/button/IconButton.tsx';
import { MessageDialog } from '#/ui/dialog/MessageDialog.tsx';
import { showSuccess } from '#/ui/toast/toasts.ts';
import { useDialogAct } from '#/ui/dialog/use-dialog-act.ts';
import { FAULT_STANDS, useStandingFault } from '#/ui/dialog/use-standing-fault.ts';
import { useEscapeKey } from '#/ui/dialog/use-escape-key.ts';
import { useIsPhone, coversMap } from '#/ui/window/window-store.ts';
import { useTopRoom } from '../cards/use-top-room.ts';
import { changeRun } from '#/features/runs/change-run.ts';
import { useTrackedRun } from '#/features/runs/runs-store.ts';
import type { TrackedRun } from '#/features/runs/tracked-run.ts';
import { closeRunDialog, setPlace, useTracking, type PlaceTool } from '#/features/runs/run-selection.ts';
import { useIsAdmin } from '#/features/notifications/current-user.data.ts';
import styles from './PlaceCard.module.css';
import { explainNewMarker, explainPlace } from './place.view.ts';
import { returnFocus } from './return-focus.ts';
import { nameRun } from '#/features/runs/dialogs/run-dialog.ts';
import { chooseSpeedUnit, explainSpeed, readSpeedIn, writeSpeedIn } from './speed.view.ts';
import { SpeedField } from './SpeedField.tsx';
import { useUnits } from '#/features/units/units.ts';
import { t } from '#/language/t.ts';

interface FrameProps {
  readonly tracked: TrackedRun;
  readonly title: string;
  readonly how: string;
  /** Reasons why the place cannot be saved. */
  readonly faults: readonly string[];
  readonly onSave: () => Promise<void>;
  readonly children: ReactNode;
}

function PlaceFields() {
  const place = useTracking((tracking) => tracking.place);
  const write = (value: number | undefined) => value?.toFixed(6) ?? '';
  return (
    <>
      <TextInput size="xs" label={t('New lat')} readOnly value={write(place?.lat)} placeholder={t('Click the map')} />
      <TextInput size="xs" label={t('New lon')} readOnly value={write(place?.lon)} placeholder={t('Click the map')} />
    </>
  );
}

/** The card has the focus while it is open; Escape closes it. */
function usePlacedCard(runId: number) {
  const card = useRef<HTMLElement>(null);
  useTopRoom(card, useIsPhone());
  useEffect(() => {
    card.current?.focus({ preventScroll: true });
    return () => returnFocus(runId);
  }, [card, runId]);
  useEscapeKey(() => {
    closeRunDialog();
    return true;
  });
  return card;
}

/** Beside the map, which stays usable: a click on it sets the place. */
function Frame({ tracked, title, how, faults, onSave, children }: FrameProps) {
  const { runId } = tracked.run;
  const card = usePlacedCard(runId);
  const { canWrite, blockedBecause } = useCanWrite();
  const [shownFaults, setShownFaults] = useState<readonly string[]>([]);
  const [areFaultsShown, setFaultsShown] = useState(false);
  const { isBusy, error, run } = useDialogAct(onSave, closeRunDialog);
  const [fields, setFields] = useState<HTMLElement | null>(null);
  const isFaulty = useStandingFault(fields);
  const save = () => {
    if (faults.length === 0) return run();
    setShownFaults(faults);
    setFaultsShown(true);
  };
  return (
    <section ref={card} className={styles.card} {...coversMap} role="dialog" tabIndex={-1} aria-label={title}>
      <div className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        <span className={styles.subtitle}>{nameRun(tracked)}</span>
        <IconButton icon="close" label={t('Close')} isSmall onClick={closeRunDialog} />
      </div>
      <p className={styles.how}>{how}</p>
      <div ref={setFields} className={styles.fields}>
        {children}
        <PlaceFields />
      </div>
      {error && <DialogError error={error} />}
      <DialogFoot>
        <span className={styles.middle}>
          <Button size="small" look="quiet" icon="place" onClick={() => askMiddle(setPlace)}>
            {t('Middle of the map')}
          </Button>
        </span>
        <Button size="small" onClick={closeRunDialog}>
          {t('Cancel')}
        </Button>
        <Button
          size="small"
          look="primary"
          isBusy={isBusy}
          isFaulty={isFaulty}
          disabled={!canWrite}
          title={blockedBecause ?? (isFaulty ? FAULT_STANDS : undefined)}
          onClick={save}
        >
          {t('Save')}
        </Button>
      </DialogFoot>
      <MessageDialog isOpen={areFaultsShown} title={t('Validation Message')} onClose={() => setFaultsShown(false)}>
        {shownFaults.map((fault) => (
          <p key={fault}>{fault}</p>
        ))}
      </MessageDialog>
    </section>
  );
}

function NewMarker({ tracked }: { readonly tracked: TrackedRun }) {
  const { run } = tracked;
  const [name, setName] = useState('');
  const place = useTracking((tracking) => tracking.place);
  const isAdmin = useIsAdmin();
  const save = async () => {
    if (!place) return;
    // A viewer's marker is for information only and is not tracked.
    const kind = isAdmin ? {} : ({ state: 'SKIP', description: 'OTHER' } as const);
    await changeRun(run.runId, (current) => addMarker(current, { name, ...place, ...kind }));
    showSuccess(t('Marker added'), name.trim());
  };
  const fault = explainNewMarker(run, name);
  return (
    <Frame
      tracked={tracked}
      title={t('Marker New Coordinates')}
      how={t('Click the map where the marker stands. Drag it to move it.')}
      faults={[...(fault === null ? [] : [fault]), ...explainPlace(place)]}
      onSave={save}
    >
      <TextInput
        size="xs"
        label={t('Name')}
        autoComplete="off"
        value={name}
        error={name === '' ? null : fault}
        description={`${name.trim().length} / ${MAX_MARKER_NAME}`}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
    </Frame>
  );
}

function PigInfo({ tracked }: { readonly tracked: TrackedRun }) {
  const { run, reckoning } = tracked;
  const units = useUnits();
  const unit = chooseSpeedUnit(units);
  const [typed, setTyped] = useState(() => writeSpeedIn(reckoning.speed, unit));
  const place = useTracking((tracking) => tracking.place);
  const fault = explainSpeed(typed, unit);
  const save = async () => {
    if (!place) return;
    await changeRun(run.runId, (current, now) => editPig(current, { place, speed: readSpeedIn(typed, unit) }, now));
    showSuccess(t('Pig location updated'), run.pig);
  };
  return (
    <Frame
      tracked={tracked}
      title={t('Edit Pig Info')}
      how={t('Click the map where the pig is. It goes on from the nearest point of its line.')}
      faults={[...(fault === null ? [] : [fault]), ...explainPlace(place)]}
      onSave={save}
    >
      <SpeedField size="xs" unit={unit} value={typed} error={fault} onChange={setTyped} />
    </Frame>
  );
}

const CARDS: Readonly<Record<PlaceTool, typeof NewMarker>> = { 'add-marker': NewMarker, 'edit-pig': PigInfo };

/** The card that asks for a place on the map. */
export function PlaceCard() {
  const { runId, placeTool } = useTracking();
  const tracked = useTrackedRun(runId ?? -1);
  if (placeTool === null || !tracked) return null;
  const Card = CARDS[placeTool];
  return <Card key={`${runId} ${placeTool}`} tracked={tracked} />;
}
