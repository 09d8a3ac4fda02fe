import { writeUtcText } from '@waymark/domain/time/zoned-text';
import { describeScope } from '#/features/alerts/silence.view.ts';
import { endSilence } from '#/features/alerts/silences.data.ts';
import { listUnended, useSilences, type Silence } from '#/features/alerts/silences-store.ts';
import { useServerNow } from '#/live/clock-store.ts';
import { useSession } from '#/features/session/session-store.ts';
import { t } from '#/language/t.ts';
import { useCanWrite } from '#/live/online-store.ts';
import { useZone } from '#/ui/clock/zones.ts';
import { Button } from '#/ui/button/Button.tsx';
import { useDialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import { Tag } from '#/ui/state/Tag.tsx';
import { showError } from '#/ui/toast/toasts.ts';
import { SilenceDialog } from './SilenceDialog.tsx';
import styles from './SilenceList.module.css';

/** The silences that are current or to come. */
export function SilenceList() {
  const dialogs = useDialogChain<'silence'>();
  const { canWrite, blockedBecause } = useCanWrite();
  const role = useSession(({ user }) => user?.role);
  const shown = listUnended(
    useSilences(({ silences }) => silences),
    useServerNow(),
  );
  return (
    <section className={styles.silences} aria-label={t('Silences')}>
      <div className={styles.head}>
        <h3>{shown.length === 0 ? t('No silences') : t('Silences')}</h3>
        {/* A superadmin silences from an alert, which names the company. */}
        {role === 'admin' && (
          <Button
            size="small"
            icon="plus"
            disabled={!canWrite}
            title={blockedBecause}
            onClick={() => dialogs.open('silence')}
          >
            {t('New silence')}
          </Button>
        )}
      </div>
      {shown.length > 0 && (
        <ul>
          {shown.map(({ silence, isCurrent }) => (
            <Row
              key={silence.id}
              silence={silence}
              isCurrent={isCurrent}
              mayEnd={role !== undefined && role !== 'viewer'}
            />
          ))}
        </ul>
      )}
      {dialogs.step && (
        <SilenceDialog key={dialogs.turn} alert={null} isOpen={dialogs.isOpen} onClose={dialogs.close} />
      )}
    </section>
  );
}

interface RowProps {
  readonly silence: Silence;
  readonly isCurrent: boolean;
  readonly mayEnd: boolean;
}

function Row({ silence, isCurrent, mayEnd }: RowProps) {
  const zone = useZone();
  return (
    <li>
      <div className={styles.head}>
        <strong>{describeScope(silence)}</strong>
        <Tag tone={isCurrent ? 'accent' : 'plain'}>{isCurrent ? t('Silent now') : t('To come')}</Tag>
      </div>
      <div className={styles.time}>
        {t('{from} to {until}, by {name}', {
          from: writeUtcText(silence.from, zone),
          until: writeUtcText(silence.until, zone),
          name: silence.addedBy,
        })}
      </div>
      <div className={styles.head}>
        <span>{silence.reason}</span>
        {mayEnd && <EndButton silence={silence} />}
      </div>
    </li>
  );
}

function EndButton({ silence }: Pick<RowProps, 'silence'>) {
  const { canWrite, blockedBecause } = useCanWrite();
  const end = () =>
    endSilence(silence.id).catch((error: unknown) =>
      showError({ message: t('The silence was not ended'), cause: error }),
    );
  return (
    <Button
      size="small"
      aria-label={t('End the silence of {scope}', { scope: describeScope(silence) })}
      disabled={!canWrite}
      title={blockedBecause}
      onClick={() => void end()}
    >
      {t('End')}
    </Button>
  );
}
