import { t } from '#/language/t.ts';
import { Button } from '#/ui/button/Button.tsx';
import log from '#/ui/window/LogWindow.module.css';
import type { Rejection } from './rejections.data.ts';
import {
  describeCount,
  describeReason,
  describeSender,
  describeSize,
  isTelling,
  nameLink,
  nameMessage,
} from './rejections.view.ts';
import styles from './Rejections.module.css';

interface RejectionRowProps {
  readonly entry: Rejection;
  /** Company names by number, if the user sees several. */
  readonly companies: ReadonlyMap<number, string> | null;
  readonly showsDevice: boolean;
  readonly onDevice: (uid: number) => void;
  readonly onShow: () => void;
}

function Sender({ entry, onDevice }: Pick<RejectionRowProps, 'entry' | 'onDevice'>) {
  const { name, aside } = describeSender(entry);
  const { uid } = entry;
  return (
    <td>
      {uid === null ? (
        name
      ) : (
        <button type="button" className={log.narrow} title={t('Show only this device')} onClick={() => onDevice(uid)}>
          {name}
        </button>
      )}
      {aside !== null && <span className={log.aside}>{aside}</span>}
    </td>
  );
}

/** When, over which link, why, what to do and how often. */
export function RejectionRow({ entry, companies, showsDevice, onDevice, onShow }: RejectionRowProps) {
  const { label, why, advice } = describeReason(entry.reason);
  const { times, since } = describeCount(entry);
  return (
    <tr>
      <td className={log.time}>
        {entry.lastAt}
        {since !== null && <span className={log.aside}>{since}</span>}
      </td>
      {showsDevice && <Sender entry={entry} onDevice={onDevice} />}
      {companies && <td>{entry.groupId === null ? t('None') : (companies.get(entry.groupId) ?? entry.groupId)}</td>}
      <td>
        {nameLink(entry.link)}
        <span className={log.aside}>{nameMessage(entry.topic)}</span>
      </td>
      <td className={styles.times}>
        {times}
        <span className="visually-hidden"> {t('rejected')}</span>
      </td>
      <td className={log.wide}>
        <strong className={styles.reason}>{label}</strong> {why}
        {isTelling(entry.detail, label) && <span className={styles.detail}>{entry.detail}</span>}
        <span className={log.aside}>{advice}</span>
      </td>
      <td>
        <Button size="small" icon="file" onClick={onShow}>
          {t('Show bytes')}
        </Button>
        <span className={log.aside}>{describeSize(entry.size)}</span>
      </td>
    </tr>
  );
}
