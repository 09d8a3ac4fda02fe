import { BoardWindow } from '#/features/board/BoardWindow.tsx';
import { SheetWindow } from '#/features/run-sheet/SheetWindow.tsx';
import { VerifyQueueWindow } from '#/features/verify-queue/VerifyQueueWindow.tsx';
import { useRunWindows } from '#/features/runs/run-windows.ts';

/** The board of active runs, and the open sheets of single runs. */
export function RunWindows() {
  const { isBoardOpen, sheets, queue } = useRunWindows();
  return (
    <>
      {isBoardOpen && <BoardWindow />}
      {queue && <VerifyQueueWindow key={queue.turn} beginsWith={queue.runId} />}
      {sheets.map((runId) => (
        <SheetWindow key={runId} runId={runId} />
      ))}
    </>
  );
}
