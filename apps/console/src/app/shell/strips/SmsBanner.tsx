import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readText, writeText } from '#/api/browser-storage.ts';
import { currentUserQuery, type CurrentUser } from '#/features/notifications/current-user.data.ts';
import { Say } from '#/language/Say.tsx';
import { t } from '#/language/t.ts';
import { Icon } from '#/ui/button/Icon.tsx';
import { IconButton } from '#/ui/button/IconButton.tsx';
import { openDialog } from '../shell-store.ts';
import styles from './SmsBanner.module.css';

const closedKey = (userId: number) => `waymark.smsBannerClosed.${userId}`;

export function SmsBanner({ userId }: { readonly userId: number }) {
  const { data: user } = useQuery(currentUserQuery);
  const [isClosed, setClosed] = useState(() => readText(closedKey(userId)) !== null);
  if (!isSmsBannerShown(user, isClosed)) return null;
  const close = () => {
    writeText(closedKey(userId), 'yes');
    setClosed(true);
  };
  return (
    <aside className={styles.banner} aria-label={t('Text messages')}>
      <Icon name="bell" size={14} />
      <span className={styles.text}>
        <Say
          text="SMS text-message alerts require opt-in permission. Sign up through the user menu, {entry}."
          values={{
            entry: (
              <button type="button" className={styles.entry} onClick={() => openDialog('notifications')}>
                {t('Notifications / SMS Opt-in')}
              </button>
            ),
          }}
        />
      </span>
      <IconButton icon="close" label={t('Close')} isSmall onClick={close} />
    </aside>
  );
}

/** Shown until the user has opted in or closed it; hidden until their opt-in is known. */
export function isSmsBannerShown(
  user: Pick<CurrentUser, 'a2PMessagingOptInState'> | undefined,
  isClosed: boolean,
): boolean {
  return user !== undefined && !user.a2PMessagingOptInState && !isClosed;
}
