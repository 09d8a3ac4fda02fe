import { StringlineWindow } from './StringlineWindow.tsx';
import { useStringlines } from '#/features/runs/stringline-store.ts';

export function StringlineWindows() {
  const open = useStringlines((lines) => lines.open);
  return open.map((runId) => <StringlineWindow key={runId} runId={runId} />);
}
