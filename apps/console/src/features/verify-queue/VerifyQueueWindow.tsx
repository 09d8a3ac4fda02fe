import { movePassage } from '@waymark/domain/run/changes/changes';
import { passageKey } from '@waymark/domain/run/run';
import { useState, type KeyboardEvent } from 'react';
import { changeRun } from '#/features/runs/change-run.ts';
import { closeVerifyQueue } from '#/features/runs/run-windows.ts';
import { useRuns } from '#/features/runs/runs-store.ts';
import { PassageSteps, type PassageStep } from '#/features/tracking/passages/PassageSteps.tsx';
import { explainVerify, setRunVerified } from '#/features/tracking/passages/run-passage-acts.ts';
import { useIsAdmin } from '#/features/notifications/current-user.data.ts';
import { t } from '#/language/t.ts';
import { useCanWrite } from '#/live/online-store.ts';
import { Button } from '#/ui/button/Button.tsx';
import { DialogError } from '#/ui/dialog/DialogFrame.tsx';
import { dialogHome, useDialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import { EmptyState, SkeletonLines } from '#/ui/state/DataState.tsx';
import { toShownError, type ShownError } from '#/ui/state/shown-error.ts';
import { FloatingWindow } from '#/ui/window/FloatingWindow.tsx';
import { useIsPhone } from '#/ui/window/window-store.ts';
import { keepChosen, listQueue, nameItem, type QueueItem } from './queue.view.ts';
import { Decision, type Decided } from './QueueDecision.tsx';
import { QueueList } from './QueueList.tsx';
import styles from './VerifyQueue.module.css';

const SIZE = { width: 980, height: 560 };

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

/** Puts the passage on a marker; null: on none, as it was not the pig. */
function putAt({ tracked, passage }: QueueItem, markerName: string | null): Promise<void> {
  const key = passageKey(passage);
  return changeRun(tracked.run.runId, (run, now) => movePassage(run, key, markerName, now));
}

/** The passages that wait, without those of decisions on their way. */
function useQueue(leaving: ReadonlySet<string>) {
  const runs = useRuns((store) => store.runs);
  const isLoaded = useRuns((store) => store.isLoaded);
  const queue = listQueue(runs);
  const isHere = ({ key }: QueueItem) => !leaving.has(key);
  const [toVerify, atNoMarker] = [queue.toVerify.filter(isHere), queue.atNoMarker.filter(isHere)];
  return { isLoaded, toVerify, atNoMarker, items: [...toVerify, ...atNoMarker] };
}

/** The chosen passage; when another user decides about it, the choice moves on. */
function useChoice(items: readonly QueueItem[], beginsWith: number | null, leaving: ReadonlySet<string>) {
  const keys = items.map(({ key }) => key);
  const first = items.find(({ tracked }) => tracked.run.runId === beginsWith)?.key ?? null;
  const [wanted, setWanted] = useState({ key: first, at: 0 });
  const chosenKey = keepChosen(keys, wanted.key, wanted.at);
  if (wanted.key === null && chosenKey !== null) setWanted({ key: chosenKey, at: keys.indexOf(chosenKey) });
  // Another user has decided about the chosen passage: the next key only confirms the new choice.
  const isTaken = wanted.key !== null && wanted.key !== chosenKey && !leaving.has(wanted.key);
  const at = keys.indexOf(chosenKey ?? '');
  const go = (to: number) => {
    const key = keys[Math.max(0, Math.min(to, keys.length - 1))];
    if (key !== undefined) setWanted({ key, at: keys.indexOf(key) });
  };
  const leave = ({ key }: QueueItem) => {
    const here = keys.indexOf(key);
    setWanted({ key: keys[here + 1] ?? keys[here - 1] ?? null, at: here });
  };
  return { at, chosen: items[at], isTaken, go, choose: (key: string) => go(keys.indexOf(key)), leave };
}

/** Verifies or rejects; the last rejection can be undone. */
function useVerdicts({ setError, run }: ReturnType<typeof useDecisions>, mayDecide: boolean) {
  const [rejected, setRejected] = useState<QueueItem | null>(null);
  const decide = (item: QueueItem, decision: Decided, leave: (item: QueueItem) => void) => {
    if (!mayDecide || item.passage.markerName === null) return;
    const { runId } = item.tracked.run;
    const refusal = decision === 'verify' ? explainVerify(runId, item.passage) : null;
    if (refusal !== null) return setError({ message: `${nameItem(item)}: ${refusal}` });
    leave(item);
    const send = () => (decision === 'verify' ? setRunVerified(runId, item.passage, true) : putAt(item, null));
    void run(item, send).then((isDone) => isDone && setRejected(decision === 'reject' ? item : null));
  };
  const undo = () => {
    if (!rejected) return;
    setRejected(null);
    void run(rejected, () => putAt(rejected, rejected.passage.markerName));
  };
  return { rejected, decide, undo };
}

/** A number moves the choice. */
const KEYS: Readonly<Record<string, Decided | 'undo' | number>> = {
  ArrowDown: 1,
  j: 1,
  ArrowUp: -1,
  k: -1,
  ' ': 'verify',
  x: 'reject',
  u: 'undo',
};

/** Whether the key belongs to the queue, not to a field, a button or the browser. */
function isQueueKey({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const element = target instanceof HTMLElement ? target : null;
  if (ctrlKey || metaKey || altKey || element?.closest('input, select, [role=radiogroup]')) return false;
  // The space bar presses the button that has the focus.
  return !(key === ' ' && element?.closest('button:not([data-queue-row])'));
}

/** All passages of active runs that wait for a decision, one after the other, by keyboard. */
export function VerifyQueueWindow({ beginsWith }: { readonly beginsWith: number | null }) {
  const isAdmin = useIsAdmin();
  const { blockedBecause } = useCanWrite();
  const isPhone = useIsPhone();
  const decisions = useDecisions();
  const { leaving, error } = decisions;
  const { rejected, decide, undo } = useVerdicts(decisions, isAdmin && blockedBecause === undefined);
  const dialogs = useDialogChain<PassageStep>();
  const { isLoaded, toVerify, atNoMarker, items } = useQueue(leaving);
  const { at, chosen, isTaken, go, choose, leave } = useChoice(items, beginsWith, leaving);
  const decideOnce = (decision: Decided) => {
    if (!chosen) return;
    if (isTaken) go(at);
    else decide(chosen, decision, leave);
  };
  const takeKey = (event: KeyboardEvent) => {
    if (dialogs.isOpen || !isQueueKey(event)) return;
    const act = KEYS[event.key];
    if (act === undefined) return;
    event.preventDefault();
    if (typeof act === 'number') go(at + act);
    else if (act === 'undo') undo();
    else if (!event.repeat) decideOnce(act);
  };
  return (
    <FloatingWindow
      id="verify-queue"
      kind="verifyQueue"
      title={t('Passages to verify')}
      subtitle={t('{count} passage|{count} passages', { count: toVerify.length })}
      initialSize={SIZE}
      onClose={closeVerifyQueue}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys belong to the whole window */}
      <div ref={passFocusToRow} className={styles.window} onKeyDown={takeKey} {...dialogHome}>
        <QueueState isLoaded={isLoaded} isEmpty={items.length === 0} error={error} />
        {chosen && (
          <div className={styles.body}>
            {!isPhone && <QueueList {...{ toVerify, atNoMarker }} chosenKey={chosen.key} onChoose={choose} />}
            <Decision
              item={chosen}
              next={items[at + 1]}
              {...{ isAdmin, blockedBecause }}
              onDecide={(decision) => decide(chosen, decision, leave)}
              onAdd={() => dialogs.open({ kind: 'add-to-marker', passage: chosen.passage })}
            />
          </div>
        )}
        <QueueFoot
          {...{ isTaken, isAdmin, rejected }}
          position={isPhone ? t('{number} of {total}', { number: at + 1, total: items.length }) : null}
          onUndo={undo}
        />
      </div>
      {chosen && <PassageSteps dialogs={dialogs} tracked={chosen.tracked} />}
    </FloatingWindow>
  );
}

interface QueueStateProps {
  readonly isLoaded: boolean;
  readonly isEmpty: boolean;
  readonly error: ShownError | null;
}

function QueueState({ isLoaded, isEmpty, error }: QueueStateProps) {
  return (
    <>
      {!isLoaded && <SkeletonLines label={t('Loading runs')} widths={[300, 420, 380]} />}
      {isLoaded && isEmpty && <EmptyState>{t('No passage waits for a decision.')}</EmptyState>}
      {error && <DialogError error={error} />}
    </>
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
        {isTaken && t('Another user has decided about that passage; this is another one. ')}
        {rejected && t('{item}: not the pig. ', { item: nameItem(rejected) })}
        {explainKeys(isAdmin, position)}
      </span>
      {rejected && (
        <Button size="tiny" onClick={onUndo}>
          {t('Undo')}
        </Button>
      )}
    </div>
  );
}

function explainKeys(isAdmin: boolean, position: string | null): string {
  if (!isAdmin) return t('Only administrators verify passages.');
  return position ?? t('Space verifies, x: not the pig, u takes that back, arrows or j and k move.');
}

/** A ref: the window takes the focus when it opens, and passes it on to the chosen row, to which the keys belong. */
function passFocusToRow(box: HTMLElement | null): (() => void) | undefined {
  const dialog = box?.closest<HTMLElement>('[role=dialog]');
  if (!dialog) return undefined;
  const pass = () => dialog.querySelector<HTMLElement>('[data-queue-row=chosen]')?.focus();
  dialog.addEventListener('focus', pass);
  return () => dialog.removeEventListener('focus', pass);
}
