import { t } from '#/language/t.ts';
import { readDeviceZone } from '#/ui/clock/zones.ts';
import { IconButton } from '#/ui/button/IconButton.tsx';
import { useEscapeKey } from '#/ui/dialog/use-escape-key.ts';
import { serverNow } from '#/live/clock-store.ts';
import { describePresence } from '#/map/icons/device-marker.view.ts';
import type { SignMember } from '#/map/signs/lay-out-signs.ts';
import { signBoard } from '#/map/signs/sign-board.ts';
import { DeviceIcon } from '../DeviceIcon.tsx';
import { deviceStore } from '../store/device-store.ts';
import { selectDevice } from '../store/selection.ts';
import styles from './SignChoiceCard.module.css';

/** The rest is found by its UID. */
const MOST_SHOWN = 100;

interface ChoiceRowsProps {
  readonly member: SignMember;
  readonly onChosen: () => void;
}

/** A device, a marker, or both. */
function ChoiceRows({ member: { device: placed, marker }, onChosen }: ChoiceRowsProps) {
  const device = placed ? deviceStore.get(placed.uid) : undefined;
  const take = (choose: () => void) => () => {
    choose();
    onChosen();
  };
  return (
    <>
      {device && (
        <li>
          <button type="button" className={styles.choice} onClick={take(() => selectDevice(device.uid))}>
            <DeviceIcon device={device} size={20} />
            <strong>{device.uid}</strong>
            <span>{describePresence(device, serverNow(), readDeviceZone(device.uid))}</span>
          </button>
        </li>
      )}
      {marker && (
        <li>
          <button type="button" className={styles.choice} onClick={take(() => signBoard.chooseMarker(marker.key))}>
            <i className={styles.shield} />
            <strong>{marker.name}</strong>
            <span>{t('Marker of run {runId}', { runId: marker.runId })}</span>
          </button>
        </li>
      )}
    </>
  );
}

const keyOf = ({ device, marker }: SignMember) => device?.uid ?? marker?.key ?? '';

interface SignChoiceCardProps {
  readonly members: readonly SignMember[];
  readonly onClose: () => void;
}

/** Devices and markers at the same spot, to choose from. */
export function SignChoiceCard({ members, onClose }: SignChoiceCardProps) {
  useEscapeKey(() => {
    onClose();
    return true;
  });
  const hidden = members.length - MOST_SHOWN;
  return (
    <section className={styles.card} aria-label={t('At this spot')}>
      <header className={styles.head}>
        <h2 className={styles.title}>
          {t('{count} sign at this spot|{count} signs at this spot', { count: members.length })}
        </h2>
        <IconButton icon="close" label={t('Close')} isSmall onClick={onClose} />
      </header>
      <ul className={styles.choices}>
        {members.slice(0, MOST_SHOWN).map((member) => (
          <ChoiceRows key={keyOf(member)} member={member} onChosen={onClose} />
        ))}
      </ul>
      {hidden > 0 && <p className={styles.rest}>{t('{number} more: search for their UID.', { number: hidden })}</p>}
    </section>
  );
}
