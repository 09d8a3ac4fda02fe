import { SegmentedControl } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { movePassage } from '@waymark/domain/run/changes/changes';
import { passageKey } from '@waymark/domain/run/run';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { buildChart } from '#/features/passage-chart/chart-model.ts';
import { ChartStage } from '#/features/passage-chart/ChartStage.tsx';
import { chartQuery } from '#/features/passage-chart/passage.data.ts';
import {
  explainNoData,
  findChoice,
  listChoices,
  listTypesOf,
  type WaveformChoice,
} from '#/features/passage-chart/passage.view.ts';
import { ScoreList } from '#/features/history/passages/PassageMarks.tsx';
import { changeRun } from '#/features/runs/change-run.ts';
import { closeVerifyQueue } from '#/features/runs/run-windows.ts';
import { useRuns } from '#/features/runs/runs-store.ts';
import { PassageSteps, type PassageStep } from '#/features/tracking/passages/PassageSteps.tsx';
import { explainVerify, setRunVerified } from '#/features/tracking/passages/run-passage-acts.ts';
import { findScores } from '#/features/tracking/passages/run-passages.view.ts';
import { useRunScores } from '#/features/tracking/passages/run-scores.data.ts';
import { useIsAdmin } from '#/features/tracking/use-is-admin.ts';
import { useCanWrite } from '#/live/use-can-write.ts';
import { Button } from '#/ui/button/Button.tsx';
import { DialogError } from '#/ui/dialog/DialogFrame.tsx';
import { dialogHome, useDialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import { EmptyState, ErrorState, SkeletonLines } from '#/ui/state/DataState.tsx';
import { toShownError, type ShownError } from '#/ui/state/shown-error.ts';
import { countWords } from '#/ui/table/count-words.ts';
import { FloatingWindow } from '#/ui/window/FloatingWindow.tsx';
import { useIsPhone } from '#/ui/window/use-is-phone.ts';
import { describeLateness, describeNeighbours, keepChosen, listQueue, type QueueItem } from './queue.view.ts';
import styles from './VerifyQueue.module.css';

const SIZE = { width: 980, height: 560 };

type Decide = (item: QueueItem, decision: 'verify' | 'reject') => void;

/** Decisions on their way to the server: these passages are hidden, and come back when it refuses. */
function useDecisions() {
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set());
  const [error, setError] = useState<ShownError | null>(null);
  const keep = (key: string, isLeaving: boolean) =>
    setLeaving((before) => {
      const next = new Set(before);
      if (isLeaving) next.add(key);
      else next.delete(key);
      return next;
    });
  /** Returns whether it was carried out. */
  const run = async (item: QueueItem, send: () => Promise<unknown>): Promise<boolean> => {
    setError(null);
    keep(item.key, true);
    try {
      await send();
      return true;
    } catch (failure) {
      const shown = toShownError(failure);
      setError({ ...shown, message: `${nameItem(item)}: ${shown.message}` });
      return false;
    } finally {
      keep(item.key, false);
    }
  };
  return { leaving, error, setError, run };
}

const nameItem = ({ tracked, passage }: QueueItem) => `${tracked.run.pig} at ${passage.markerName ?? 'no marker'}`;

/** Puts the passage on a marker; null: on none, as it was not the pig. */
function putAt({ tracked, passage }: QueueItem, markerName: string | null): Promise<void> {
  const key = passageKey(passage);
  return changeRun(tracked.run.runId, (run, now) => movePassage(run, key, markerName, now));
}

/** All passages of active runs that wait for a decision, one after the other, by keyboard. */
export function VerifyQueueWindow({ beginsWith }: { readonly beginsWith: number | null }) {
  const runs = useRuns((store) => store.runs);
  const isLoaded = useRuns((store) => store.isLoaded);
  const isAdmin = useIsAdmin();
  const { blockedBecause } = useCanWrite();
  const isPhone = useIsPhone();
  const { leaving, error, setError, run } = useDecisions();
  const [rejected, setRejected] = useState<QueueItem | null>(null);
  const dialogs = useDialogChain<PassageStep>();
  const queue = listQueue(runs);
  const isHere = ({ key }: QueueItem) => !leaving.has(key);
  const [toVerify, atNoMarker] = [queue.toVerify.filter(isHere), queue.atNoMarker.filter(isHere)];
  const items = [...toVerify, ...atNoMarker];
  const keys = items.map(({ key }) => key);
  const first = items.find(({ tracked }) => tracked.run.runId === beginsWith)?.key ?? null;
  const [wanted, setWanted] = useState({ key: first, at: 0 });
  const chosenKey = keepChosen(keys, wanted.key, wanted.at);
  if (wanted.key === null && chosenKey !== null) setWanted({ key: chosenKey, at: keys.indexOf(chosenKey) });
  // Another user has decided about the chosen passage: the next key only confirms the new choice.
  const isTaken = wanted.key !== null && wanted.key !== chosenKey && !leaving.has(wanted.key);
  const at = keys.indexOf(chosenKey ?? '');
  const chosen = items[at];
  const go = (to: number) => {
    const key = keys[Math.max(0, Math.min(to, keys.length - 1))];
    if (key !== undefined) setWanted({ key, at: keys.indexOf(key) });
  };
  const decide: Decide = (item, decision) => {
    if (!isAdmin || blockedBecause !== undefined || item.passage.markerName === null) return;
    const { runId } = item.tracked.run;
    const refusal = decision === 'verify' ? explainVerify(runId, item.passage) : null;
    if (refusal !== null) return setError({ message: `${nameItem(item)}: ${refusal}` });
    const here = keys.indexOf(item.key);
    setWanted({ key: keys[here + 1] ?? keys[here - 1] ?? null, at: here });
    const send = () => (decision === 'verify' ? setRunVerified(runId, item.passage, true) : putAt(item, null));
    void run(item, send).then((isDone) => isDone && setRejected(decision === 'reject' ? item : null));
  };
  const undo = () => {
    if (!rejected) return;
    setRejected(null);
    void run(rejected, () => putAt(rejected, rejected.passage.markerName));
  };
  const takeKey = (event: KeyboardEvent) => {
    const target = event.target instanceof HTMLElement ? event.target : null;
    if (dialogs.isOpen || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target?.closest('input, select, [role=radiogroup]')) return;
    // The space bar presses the button that has the focus.
    if (event.key === ' ' && target?.closest('button:not([data-queue-row])')) return;
    const decideOnce = (decision: 'verify' | 'reject') => {
      if (!chosen || event.repeat) return;
      if (isTaken) go(at);
      else decide(chosen, decision);
    };
    const acts: Readonly<Record<string, () => void>> = {
      ArrowDown: () => go(at + 1),
      j: () => go(at + 1),
      ArrowUp: () => go(at - 1),
      k: () => go(at - 1),
      ' ': () => decideOnce('verify'),
      x: () => decideOnce('reject'),
      u: undo,
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  return (
    <FloatingWindow
      id="verify-queue"
      kind="verifyQueue"
      title="Passages to verify"
      subtitle={countWords(toVerify.length, 'passage')}
      initialSize={SIZE}
      onClose={closeVerifyQueue}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys belong to the whole window */}
      <div ref={passFocusToRow} className={styles.window} onKeyDown={takeKey} {...dialogHome}>
        {!isLoaded && <SkeletonLines label="Loading runs" widths={[300, 420, 380]} />}
        {isLoaded && items.length === 0 && <EmptyState>No passage waits for a decision.</EmptyState>}
        {error && <DialogError error={error} />}
        {chosen && (
          <div className={styles.body}>
            {!isPhone && (
              <QueueList
                toVerify={toVerify}
                atNoMarker={atNoMarker}
                chosenKey={chosen.key}
                onChoose={(key) => go(keys.indexOf(key))}
              />
            )}
            <Decision
              item={chosen}
              next={items[at + 1]}
              isAdmin={isAdmin}
              blockedBecause={blockedBecause}
              onDecide={decide}
              onAdd={() => dialogs.open({ kind: 'add-to-marker', passage: chosen.passage })}
            />
          </div>
        )}
        <QueueFoot
          {...{ isTaken, isAdmin, rejected }}
          position={isPhone ? `${at + 1} of ${items.length}` : null}
          onUndo={undo}
        />
      </div>
      {chosen && <PassageSteps dialogs={dialogs} tracked={chosen.tracked} />}
    </FloatingWindow>
  );
}

interface QueueFootProps {
  readonly isTaken: boolean;
  readonly isAdmin: boolean;
  readonly rejected: QueueItem | null;
  /** On a phone, instead of the keys. */
  readonly position: string | null;
  readonly onUndo: () => void;
}

function QueueFoot({ isTaken, isAdmin, rejected, position, onUndo }: QueueFootProps) {
  return (
    <div className={styles.foot}>
      <span role="status">
        {isTaken && 'Another user has decided about that passage; this is another one. '}
        {rejected && `${nameItem(rejected)}: not the pig. `}
        {explainKeys(isAdmin, position)}
      </span>
      {rejected && (
        <Button size="tiny" onClick={onUndo}>
          Undo
        </Button>
      )}
    </div>
  );
}

function explainKeys(isAdmin: boolean, position: string | null): string {
  if (!isAdmin) return 'Only administrators verify passages.';
  return position ?? 'Space verifies, x: not the pig, u takes that back, arrows or j and k move.';
}

/** A ref: the window takes the focus when it opens, and passes it on to the chosen row, to which the keys belong. */
function passFocusToRow(box: HTMLElement | null): (() => void) | undefined {
  const dialog = box?.closest<HTMLElement>('[role=dialog]');
  if (!dialog) return undefined;
  const pass = () => dialog.querySelector<HTMLElement>('[data-queue-row=chosen]')?.focus();
  dialog.addEventListener('focus', pass);
  return () => dialog.removeEventListener('focus', pass);
}

interface QueueListProps {
  readonly toVerify: readonly QueueItem[];
  readonly atNoMarker: readonly QueueItem[];
  readonly chosenKey: string;
  readonly onChoose: (key: string) => void;
}

function QueueList({ toVerify, atNoMarker, chosenKey, onChoose }: QueueListProps) {
  return (
    <div className={styles.list}>
      <Group title="To verify" items={toVerify} {...{ chosenKey, onChoose }} />
      <Group title="At no marker" items={atNoMarker} {...{ chosenKey, onChoose }} />
    </div>
  );
}

interface GroupProps extends Pick<QueueListProps, 'chosenKey' | 'onChoose'> {
  readonly title: string;
  readonly items: readonly QueueItem[];
}

function Group({ title, items, chosenKey, onChoose }: GroupProps) {
  if (items.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className={styles.group}>
        {title} <span>{items.length}</span>
      </h3>
      {items.map((item) => (
        <Row key={item.key} item={item} isChosen={item.key === chosenKey} onChoose={() => onChoose(item.key)} />
      ))}
    </section>
  );
}

interface RowProps {
  readonly item: QueueItem;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function Row({ item, isChosen, onChoose }: RowProps) {
  const { tracked, passage, lateS, nearest } = item;
  const row = useRef<HTMLButtonElement>(null);
  // The keys move the choice, and the focus follows it.
  useEffect(() => {
    if (isChosen) row.current?.focus();
  }, [isChosen]);
  return (
    <button
      ref={row}
      type="button"
      className={styles.row}
      data-queue-row={isChosen ? 'chosen' : ''}
      aria-pressed={isChosen}
      tabIndex={isChosen ? 0 : -1}
      onClick={onChoose}
    >
      <strong>{tracked.run.pig}</strong>
      <span>{passage.markerName ?? `AGM ${passage.uid ?? ''}`}</span>
      <span className={styles.time}>{formatUtcSecond(passage.passageAt)}</span>
      <span className={styles.quiet}>
        {passage.markerName === null ? describeNearest(nearest) : describeLateness(lateS)}
      </span>
    </button>
  );
}

const describeNearest = (nearest: QueueItem['nearest']): string =>
  nearest.length === 0
    ? 'place unknown'
    : nearest.map(({ name, distanceM }) => `${name} ${(distanceM / 1000).toFixed(1)} km`).join(', ');

interface DecisionProps {
  readonly item: QueueItem;
  readonly next: QueueItem | undefined;
  readonly isAdmin: boolean;
  readonly blockedBecause: string | undefined;
  readonly onDecide: Decide;
  readonly onAdd: () => void;
}

/** The chosen passage: its facts, its chart and the two decisions. */
function Decision({ item, next, isAdmin, blockedBecause, onDecide, onAdd }: DecisionProps) {
  const { tracked, passage, lateS, nearest } = item;
  const scores = findScores(useRunScores(tracked), passage);
  const isAtMarker = passage.markerName !== null;
  return (
    <section className={styles.decision} aria-label={nameItem(item)}>
      <header className={styles.head}>
        <h3>{nameItem(item)}</h3>
        <span>{`${formatUtcSecond(passage.passageAt)} UTC, AGM ${item.uid}`}</span>
        <span>{isAtMarker ? describeLateness(lateS) : `Nearest markers: ${describeNearest(nearest)}`}</span>
        {describeNeighbours(item).map((words) => (
          <span key={words}>{words}</span>
        ))}
        <ScoreList of={scores} />
      </header>
      <QueueChart item={item} next={next} />
      {isAdmin && (
        <div className={styles.acts}>
          {isAtMarker ? (
            <>
              <Button
                look="primary"
                icon="check"
                disabled={blockedBecause !== undefined}
                title={blockedBecause}
                onClick={() => onDecide(item, 'verify')}
              >
                Verify
              </Button>
              <Button
                icon="close"
                disabled={blockedBecause !== undefined}
                title={blockedBecause}
                onClick={() => onDecide(item, 'reject')}
              >
                Not the pig
              </Button>
            </>
          ) : (
            <Button disabled={blockedBecause !== undefined} title={blockedBecause} onClick={onAdd}>
              Add to Marker
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

/** The waveform; that of the next passage is loaded meanwhile. */
function QueueChart({ item: { uid, passageId }, next }: Pick<DecisionProps, 'item' | 'next'>) {
  const queryClient = useQueryClient();
  // Never the waveform of another passage: one decides by it.
  const { data: chart, error, refetch, isFetching } = useQuery(chartQuery(uid, passageId));
  const [wanted, setWanted] = useState<WaveformChoice | null>(null);
  const [nextUid, nextId] = [next?.uid, next?.passageId];
  useEffect(() => {
    if (nextUid !== undefined && nextId !== undefined)
      queryClient.query(chartQuery(nextUid, nextId)).catch(() => undefined);
  }, [queryClient, nextUid, nextId]);
  if (!chart && error)
    return (
      <ErrorState
        title="Passage did not load"
        why={error.message}
        logId={toShownError(error).logId}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  if (!chart) return <SkeletonLines label="Loading passage" widths={[300, 420, 380]} />;
  const choices = listChoices(chart.row);
  const choice = findChoice(wanted, choices, chart.row.packetComplexInformation);
  const model = buildChart(chart, { choice, view: 'Wave', earlier: null });
  const [type = chart.row.packetComplexInformation] = listTypesOf(choice);
  return (
    <div className={styles.chart}>
      {model ? (
        <ChartStage chart={chart} model={model} what={`${choice} wave`} isPicking={false} onPick={() => undefined}>
          <SegmentedControl
            size="xs"
            aria-label="Waveform type"
            data={[...choices]}
            value={choice}
            onChange={setWanted}
          />
        </ChartStage>
      ) : (
        <EmptyState>{explainNoData(choice, chart.records[type], false)}</EmptyState>
      )}
    </div>
  );
}
