import { useCanWrite } from '#/live/use-can-write.ts';
import { Button } from '#/ui/button/Button.tsx';
import { Section } from '#/ui/sheet/Panel.tsx';
import { dialogHome } from '#/ui/dialog/use-dialog-chain.ts';
import { listChosen } from '#/features/devices/choice/agm-choice.view.ts';
import { useSteadyDevices } from '#/features/devices/table/use-steady-devices.ts';
import { useReports } from '../reports-store.ts';
import type { DownloadChoice } from './choice.view.ts';
import { showFiles, showSession, useDownloadWindows, type KeptSession } from './download-windows.ts';
import styles from './Downloads.module.css';
import { FlowDialogs } from './FlowDialogs.tsx';
import { describeSession } from './session.view.ts';
import { useDownloadFlow } from './use-download-flow.ts';
import { useKeptSession } from './use-kept-session.ts';

function SessionItem({ kept }: { readonly kept: KeptSession }) {
  const { sessionId } = kept;
  const { query, isGone } = useKeptSession(kept);
  if (isGone) return null;
  return (
    <li>
      <span>
        Session {sessionId}
        <span className={styles.far}>{query.data && describeSession(query.data)}</span>
      </span>
      <Button size="tiny" aria-label={`Progress of session ${sessionId}`} onClick={() => showSession(sessionId)}>
        Progress
      </Button>
    </li>
  );
}

/** The sessions that were started here, until the user closes them after their end. */
function OpenSessions() {
  const sessions = useDownloadWindows((windows) => windows.sessions);
  if (sessions.length === 0) return null;
  return (
    <ul className={styles.sessions} aria-label="Download sessions">
      {sessions.map((kept) => (
        <SessionItem key={kept.sessionId} kept={kept} />
      ))}
    </ul>
  );
}

/** The choice in the report parameters, without devices that no longer exist. */
function useChoice(): DownloadChoice {
  const { by, run, start, end, uids } = useReports(({ draft }) => draft);
  const devices = useSteadyDevices();
  if (by === 'run') return { by, runId: run?.runId ?? null };
  return { by, start, end, uids: listChosen(devices, uids).map(({ uid }) => uid) };
}

/** Downloads from the devices' cards to the server: the start, and the sessions. */
export function RecordedDataSection() {
  const choice = useChoice();
  const flow = useDownloadFlow();
  const { blockedBecause } = useCanWrite();
  return (
    <Section
      title="Recorded data"
      action={
        <Button size="small" icon="file" onClick={showFiles}>
          Files…
        </Button>
      }
    >
      <div className={styles.begin} {...dialogHome}>
        <Button
          icon="download"
          isWide
          isBusy={flow.isBusy}
          disabled={blockedBecause !== undefined}
          title={blockedBecause}
          onClick={() => flow.begin(choice)}
        >
          Download Recorded Passage Data…
        </Button>
      </div>
      <OpenSessions />
      <FlowDialogs flow={flow} />
    </Section>
  );
}
