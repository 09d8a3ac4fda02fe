import { useInfiniteQuery } from '@tanstack/react-query';
import { t } from '#/language/t.ts';
import { Button } from '#/ui/button/Button.tsx';
import { handoversQuery, type Company } from './shift.data.ts';
import styles from './WaitingHandovers.module.css';

export function useWaitingHandovers(groupId: Company): number {
  const { data } = useInfiniteQuery(handoversQuery(groupId));
  return data?.pages[0]?.waiting ?? 0;
}

interface WaitingHandoversProps {
  readonly count: number;
  readonly onShow: () => void;
}

/** Says that signed handovers wait for the next user. */
export function WaitingHandovers({ count, onShow }: WaitingHandoversProps) {
  return (
    <div className={styles.waiting} role="status">
      <span>{t('{count} handover waits to be accepted.|{count} handovers wait to be accepted.', { count })}</span>
      <Button size="small" onClick={onShow}>
        {t('Show handovers')}
      </Button>
    </div>
  );
}
