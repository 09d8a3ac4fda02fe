import { Checkbox } from '@mantine/core';
import { severityOf } from '@waymark/domain/alert/alert-kind';
import { useState } from 'react';
import type { Alert } from '#/features/alerts/alerts-store.ts';
import {
  describeNext,
  describeState,
  describeTime,
  nameRun,
  SEVERITY_WORDS,
  titleOf,
  wordsOf,
} from '#/features/alerts/alert.view.ts';
import { describeCurrent } from '#/features/alerts/silence.view.ts';
import { useLineZone, useTrackedRun } from '#/features/runs/runs-store.ts';
import { useUnits } from '#/features/units/units.ts';
import { t } from '#/language/t.ts';
import { useServerClock } from '#/live/clock-store.ts';
import { useCanWrite } from '#/live/online-store.ts';
import { Button } from '#/ui/button/Button.tsx';
import { IconButton } from '#/ui/button/IconButton.tsx';
import { useUtcNow } from '#/ui/clock/use-utc-now.ts';
import { useZone } from '#/ui/clock/zones.ts';
import { useDialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import { Tag } from '#/ui/state/Tag.tsx';
import { AcknowledgeDialog } from './AcknowledgeDialog.tsx';
import { AlertDetails } from './AlertDetails.tsx';
import { SilenceDialog } from './SilenceDialog.tsx';
import { useFindSilence } from '#/features/alerts/silences-store.ts';
import styles from './AlertList.module.css';
import { selectDevice } from '#/features/devices/store/selection.ts';
import { selectMarker } from '#/features/runs/run-selection.ts';
import { openStringline } from '#/features/runs/stringline-store.ts';
import { openRunCard } from '#/features/tracking/show-run.ts';
import { PLACE_ZOOM } from '#/map/camera/last-view.ts';
import { flyTo, zoomToDevice } from '#/map/map-commands.ts';
import { hideRuns } from '#/map/tiles/layer-choice.ts';
import type { IconName } from '#/ui/button/Icon.tsx';

interface AlertListProps {
  readonly alerts: readonly Alert[];
  readonly chosen: ReadonlySet<number>;
  readonly isAdmin: boolean;
  readonly onChoose: (ids: readonly number[], isChosen: boolean) => void;
}

export function AlertList({ alerts, chosen, isAdmin, onChoose }: AlertListProps) {
  if (alerts.length === 0) return null;
  return (
    <ul className={styles.list} aria-label={t('Alerts')}>
      {alerts.map((alert) => (
        <AlertItem
          key={alert.id}
          alert={alert}
          isAdmin={isAdmin}
          isChosen={chosen.has(alert.id)}
          onChoose={(isChosen) => onChoose([alert.id], isChosen)}
        />
      ))}
    </ul>
  );
}

interface AlertItemProps {
  readonly alert: Alert;
  readonly isAdmin: boolean;
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
}

function AlertItem({ alert, isAdmin, isChosen, onChoose }: AlertItemProps) {
  const [isOpen, setOpen] = useState(false);
  const units = useUnits();
  const silence = useFindSilence()(alert);
  const zone = useZone(useLineZone(alert.runId));
  const { kind, count, state, assigned, acknowledged } = alert;
  const severity = severityOf(kind);
  return (
    <li className={styles.item} data-severity={severity} data-over={alert.endedAt !== null || undefined}>
      <div className={styles.head}>
        {isAdmin && alert.closedAt === null && (
          <Checkbox
            size="xs"
            aria-label={t('Select {alert}, {run}', { alert: titleOf(alert), run: nameRun(alert) })}
            checked={isChosen}
            onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
          />
        )}
        <span className={styles.severity}>{SEVERITY_WORDS[severity]}</span>
        <strong className={styles.title}>{titleOf(alert)}</strong>
        {count > 1 && <Tag>{t('{number} times', { number: count })}</Tag>}
        {assigned && <Tag tone="accent">{assigned.name}</Tag>}
      </div>
      <div className={styles.about}>
        {nameRun(alert)}, {describeTime(alert, zone)}
      </div>
      <div className={styles.words}>{wordsOf(alert, units)}</div>
      <div className={styles.state} data-waiting={state === 'raised' || state === 'notified' || undefined}>
        {describeState(alert, zone)}
      </div>
      {alert.nextEscalation && <NextEscalation next={alert.nextEscalation} />}
      {silence && alert.endedAt === null && <div className={styles.state}>{describeCurrent(silence, zone)}</div>}
      {acknowledged !== null && acknowledged.note !== '' && <div className={styles.note}>{acknowledged.note}</div>}
      <AlertButtons alert={alert} isAdmin={isAdmin} isOpen={isOpen} onOpen={() => setOpen(!isOpen)} />
      {isOpen && <AlertDetails alert={alert} isAdmin={isAdmin} />}
    </li>
  );
}

function NextEscalation({ next }: { readonly next: NonNullable<Alert['nextEscalation']> }) {
  const now = useUtcNow(useServerClock(({ offsetMs }) => offsetMs));
  return <div className={styles.state}>{describeNext(next, now)}</div>;
}

interface AlertButtonsProps {
  readonly alert: Alert;
  readonly isAdmin: boolean;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}

function AlertButtons({ alert, isAdmin, isOpen, onOpen }: AlertButtonsProps) {
  const { canWrite, blockedBecause } = useCanWrite();
  const [isAsked, setAsked] = useState(false);
  const dialogs = useDialogChain<'silence'>();
  const places = usePlaces(alert);
  const mayAcknowledge = isAdmin && alert.acknowledged === null && alert.closedAt === null;
  return (
    <div className={styles.buttons}>
      {mayAcknowledge && (
        <Button size="small" icon="check" disabled={!canWrite} title={blockedBecause} onClick={() => setAsked(true)}>
          {t('Acknowledge')}
        </Button>
      )}
      {places.map(({ label, icon, open }) => (
        <Button key={label} size="small" look="quiet" icon={icon} onClick={open}>
          {label}
        </Button>
      ))}
      <span className={styles.grow} />
      {isAdmin && alert.closedAt === null && (
        <IconButton
          icon="pause"
          label={t('Silence')}
          disabled={!canWrite}
          title={blockedBecause ?? t('Silence')}
          onClick={() => dialogs.open('silence')}
        />
      )}
      <IconButton
        icon={isOpen ? 'chevronUp' : 'chevronDown'}
        label={t('History')}
        aria-expanded={isOpen}
        onClick={onOpen}
      />
      {dialogs.step && (
        <SilenceDialog key={dialogs.turn} alert={alert} isOpen={dialogs.isOpen} onClose={dialogs.close} />
      )}
      <AcknowledgeDialog alerts={isAsked ? [alert] : null} onClose={() => setAsked(false)} />
    </div>
  );
}

interface Place {
  readonly label: string;
  readonly icon: IconName;
  readonly open: () => void;
}

/** The places that show the cause of an alert; a completed run has none. */
function usePlaces({ runId, uid, markerName }: Alert): readonly Place[] {
  const tracked = useTrackedRun(runId ?? 0);
  const device: Place[] =
    uid === null
      ? []
      : [
          {
            label: t('AGM {uid}', { uid }),
            icon: 'place',
            open: () => {
              selectDevice(uid);
              zoomToDevice(uid);
            },
          },
        ];
  if (!tracked || runId === null) return device;
  const marker = tracked.run.path.markers.find(({ name }) => name === markerName);
  const showMarker = () => {
    if (!marker) return;
    hideRuns(false);
    selectMarker(runId, marker.name);
    flyTo(marker.lat, marker.lon, PLACE_ZOOM);
  };
  const pig: Place = { label: t('Pig'), icon: 'pulse', open: () => openRunCard(tracked) };
  return [
    ...(marker ? [{ label: marker.name, icon: 'place', open: showMarker } as const] : device.length > 0 ? [] : [pig]),
    ...(marker && device.length === 0 ? [] : device),
    { label: t('Timeline'), icon: 'timeline', open: () => openStringline(runId) },
  ];
}
