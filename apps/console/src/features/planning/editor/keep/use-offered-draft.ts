import { isEqual } from '@waymark/domain/equal';
import { useState } from 'react';
import { startEditing, useEditor } from '../editor-store.ts';
import { findKept, forgetKept, type KeptDraft } from './kept-drafts.ts';

function findOffer(userId: number): KeptDraft | null {
  const { draft } = useEditor.getState();
  if (!draft) return null;
  const kept = findKept(userId, draft.pathId);
  return kept && !isEqual(kept.draft, draft) ? kept : null;
}

/** What was kept of the path that has just been opened, until the person has decided. */
export function useOfferedDraft(userId: number | undefined) {
  // undefined: not looked for yet.
  const [offer, setOffer] = useState<KeptDraft | null | undefined>();
  if (offer === undefined && userId !== undefined) setOffer(findOffer(userId));
  return {
    kept: offer ?? null,
    isDecided: offer === null,
    resume: () => {
      if (offer) startEditing(offer.draft, offer.saved);
      setOffer(null);
    },
    discard: () => {
      if (offer && userId !== undefined) forgetKept(userId, offer.draft.pathId);
      setOffer(null);
    },
  };
}
