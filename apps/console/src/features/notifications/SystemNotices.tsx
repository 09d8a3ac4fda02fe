import { useState } from 'react';
import { Button } from '#/ui/button/Button.tsx';
import { askPermission, readPermission, type SystemNoticePermission } from './alerts/system-notices.ts';
import styles from './NotificationsDialog.module.css';

const WORDS: Readonly<Record<SystemNoticePermission, string>> = {
  default: 'Let your system show notices while this tab is in the background.',
  granted: 'Your system shows notices while this tab is in the background.',
  denied: 'System notices are blocked in the settings of this browser.',
  unavailable: 'This browser shows no system notices here.',
};

export function SystemNotices() {
  const [permission, setPermission] = useState(readPermission);
  const ask = async () => setPermission(await askPermission());
  return (
    <div className={styles.system}>
      <span>{WORDS[permission]}</span>
      {permission === 'default' && (
        <Button size="small" icon="bell" onClick={() => void ask()}>
          Allow
        </Button>
      )}
    </div>
  );
}
