import { usePassageGuides, type PassageGuide } from '#/features/notifications/alerts/passage-guide.ts';
import { openVerifyQueue } from '#/features/runs/run-windows.ts';
import { useRuns } from '#/features/runs/runs-store.ts';
import { t } from '#/language/t.ts';

/** The pig and the marker at which this device listens; null: it listens at no marker of an active run. */
function findGuide(uid: number, mayDecide: boolean): PassageGuide | null {
  for (const { run } of useRuns.getState().runs) {
    const marker = run.path.markers.find(
      ({ linkedUid, autoLinkedUids }) => linkedUid === uid || autoLinkedUids.includes(uid),
    );
    if (!marker) continue;
    const open = () => openVerifyQueue(run.runId);
    return { words: t('{pig} at {marker}', { pig: run.pig, marker: marker.name }), open: mayDecide ? open : undefined };
  }
  return null;
}

/** Lets the notices of passages name pig and marker, until the returned function is called. */
export function startPassageGuides(mayDecide: boolean): () => void {
  usePassageGuides.setState({ find: (uid) => findGuide(uid, mayDecide) });
  return () => usePassageGuides.setState({ find: () => null });
}
