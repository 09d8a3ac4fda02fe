import { useRef } from 'react';
import { t } from '#/language/t.ts';
import { Button } from '#/ui/button/Button.tsx';
import { showError } from '#/ui/toast/toasts.ts';
import { openRecording } from '../recording/recording-file.ts';
import type { PackedRecording } from '../recording/recording-format.ts';
import type { StreamSession } from '../session/session-types.ts';
import { useSessionState } from '../session/use-stream-session.ts';
import styles from './RecordingFoot.module.css';

interface RecordingFootProps {
  readonly session: StreamSession;
  /** null: back to the live stream of the device. */
  readonly onReplay: (recording: PackedRecording | null) => void;
}

const NOT_OPENED = t('The recording was not opened');

async function open(file: File, uid: number, onReplay: RecordingFootProps['onReplay']): Promise<void> {
  try {
    const recording = await openRecording(file);
    if (recording.uid === uid) onReplay(recording);
    else
      showError({
        message: NOT_OPENED,
        detail: t("It is of AGM {uid}: open it in that one's dialog.", { uid: recording.uid }),
      });
  } catch (cause) {
    showError({ message: NOT_OPENED, cause });
  }
}

/** Saves the received stream as a file, and opens such a file in place of the device. */
export function RecordingFoot({ session, onReplay }: RecordingFootProps) {
  const input = useRef<HTMLInputElement>(null);
  const isReplay = useSessionState(session, ({ source }) => source === 'replay');
  return (
    <div className={styles.foot} role="group" aria-label={t('Recording')}>
      <span className={styles.words}>{isReplay ? t('This is a recording.') : t('The last 30 minutes, as a file')}</span>
      {isReplay ? (
        <Button size="small" icon="listen" onClick={() => onReplay(null)}>
          {t('Back to the device')}
        </Button>
      ) : (
        <Button size="small" icon="download" onClick={() => session.saveRecording()}>
          {t('Save Recording')}
        </Button>
      )}
      <Button size="small" icon="file" onClick={() => input.current?.click()}>
        {t('Open Recording')}
      </Button>
      <input
        ref={input}
        className="visually-hidden"
        type="file"
        accept=".wmstream"
        aria-label={t('Recording file')}
        tabIndex={-1}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file) void open(file, session.uid, onReplay);
          // Clear the input so that choosing the same file again is a change too.
          currentTarget.value = '';
        }}
      />
    </div>
  );
}
