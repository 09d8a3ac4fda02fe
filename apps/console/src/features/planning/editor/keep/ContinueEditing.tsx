import { t } from '#/language/t.ts';
import { useZone } from '#/ui/clock/zones.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#/ui/button/Button.tsx';
import styles from '../Editor.module.css';
import { startEditing } from '../editor-store.ts';
import { shownUserQuery } from '#/features/notifications/current-user.data.ts';
import { EditorSection } from '../EditorSection.tsx';
import { forgetKept, readKept, type KeptDraft } from './kept-drafts.ts';
import { describeKept } from './OfferedDraft.tsx';

interface ContinueEditingProps {
  /** The draft is in the store: show the editor. */
  readonly onContinue: () => void;
}

/** Lists in the manager the user's unsaved paths from this browser; nothing without any. */
export function ContinueEditing({ onContinue }: ContinueEditingProps) {
  const zone = useZone();
  const { data: user } = useQuery(shownUserQuery);
  const [discarded, setDiscarded] = useState<readonly number[]>([]);
  const kept = user ? readKept(user.id).filter(({ draft }) => !discarded.includes(draft.pathId)) : [];
  if (!user || kept.length === 0) return null;
  const resume = ({ draft, saved }: KeptDraft) => {
    startEditing(draft, saved);
    onContinue();
  };
  const discard = ({ draft }: KeptDraft) => {
    forgetKept(user.id, draft.pathId);
    setDiscarded([...discarded, draft.pathId]);
  };
  return (
    <EditorSection title={t('Not saved yet')} count={kept.length}>
      <ul className={styles.rows}>
        {kept.map((each) => (
          <li key={each.draft.pathId} className={styles.row}>
            <span className={styles.rowWords}>
              <span className={styles.rowName}>{describeKept(each, zone).name}</span>
              <span className={styles.rowText}>{describeKept(each, zone).when}</span>
            </span>
            <Button size="small" look="quiet" onClick={() => discard(each)}>
              {t('Discard')}
            </Button>
            <Button size="small" onClick={() => resume(each)}>
              {t('Continue editing')}
            </Button>
          </li>
        ))}
      </ul>
    </EditorSection>
  );
}
