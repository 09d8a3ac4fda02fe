import { Button } from '#/ui/button/Button.tsx';
import { ToastCard } from '#/ui/toast/ToastCard.tsx';
import type { Toast } from '#/ui/toast/toast-queue.ts';
import { closeToasts, showError, showNotice, showSuccess, showUndoable } from '#/ui/toast/toasts.ts';
import { Example } from '../Example.tsx';

const act = () => undefined;
const TOASTS: readonly Toast[] = [
  { kind: 'success', message: 'Passage added', detail: 'AGM-3, 2026-03-18 06:12:40' },
  { kind: 'success', message: 'Marker skipped', detail: 'AGM-3', act: { label: 'Undo', onAct: act } },
  { kind: 'notice', message: 'Device does not have a location' },
  { kind: 'error', message: 'The run was not saved', detail: 'The server did not answer.', logId: 4711 },
  { kind: 'error', message: 'The run was not saved', act: { label: 'Retry', onAct: act } },
];

export function Shelf() {
  return (
    <>
      <Example title="ToastCard: done, to undo, information, failed, to retry" layout="stack">
        {TOASTS.map((toast, at) => (
          <ToastCard key={at} toast={toast} onClose={act} />
        ))}
      </Example>
      <Example title="In the corner, at most three">
        <Button onClick={() => showSuccess('Passage added', 'AGM-3')}>Done</Button>
        <Button onClick={() => showUndoable('Marker skipped', 'AGM-3', act)}>To undo</Button>
        <Button onClick={() => showNotice('Device does not have a location')}>Information</Button>
        <Button onClick={() => showError({ message: 'The run was not saved', logId: 4711, onRetry: act })}>
          Failed
        </Button>
        <Button look="quiet" onClick={closeToasts}>
          Close all
        </Button>
      </Example>
    </>
  );
}
