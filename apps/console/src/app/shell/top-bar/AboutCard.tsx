import { useQuery } from '@tanstack/react-query';
import { fetchNewestRelease } from '#/features/session/release-notes.ts';
import { t } from '#/language/t.ts';
import { ErrorState, SkeletonLines } from '#/ui/state/DataState.tsx';
import { InfoDialog } from '#/ui/dialog/InfoDialog.tsx';
import { WaymarkLogo } from '#/ui/brand/WaymarkLogo.tsx';
import styles from './AboutCard.module.css';

const releaseQuery = {
  queryKey: ['release-notes'],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => fetchNewestRelease(signal),
  meta: { isShownInPlace: true },
};

/** Product, version, and its release notes. */
export function AboutCard({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const { data: release, error, refetch } = useQuery({ ...releaseQuery, enabled: isOpen });
  return (
    <InfoDialog isOpen={isOpen} title={t('About Waymark')} onClose={onClose}>
      <div className={styles.head}>
        <WaymarkLogo size={32} />
        <span>{release && t('Version {version}', { version: release.version })}</span>
      </div>
      {error && (
        <ErrorState title={t('The release notes did not load')} why={error.message} onRetry={() => void refetch()} />
      )}
      {release === undefined && !error && <SkeletonLines label={t('Loading release notes')} widths={[320, 280, 300]} />}
      {release && (
        <ul className={styles.notes}>
          {release.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </InfoDialog>
  );
}
