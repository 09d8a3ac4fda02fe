import { useMutation } from '@tanstack/react-query';
import type { RunPassage } from '@waymark/domain/run/run';
import { showSuccess } from '#/ui/toast/toasts.ts';
import { VerifiedMark, VerifyButton } from '#/features/history/passages/PassageMarks.tsx';
import { explainVerify, setRunVerified } from './run-passage-acts.ts';

interface VerifyCellProps {
  readonly runId: number;
  readonly passage: RunPassage;
  readonly isAdmin: boolean;
  readonly onRefused: (error: Error) => void;
}

function VerifyToggle({ runId, passage, onRefused }: Omit<VerifyCellProps, 'isAdmin'>) {
  const { mutate, isPending } = useMutation({
    mutationFn: (isVerified: boolean) => setRunVerified(runId, passage, isVerified),
    meta: { isShownInPlace: true },
    onSuccess: () => showSuccess('Success!'),
    onError: onRefused,
  });
  const toggle = () => {
    const words = explainVerify(runId, passage);
    if (words === null) mutate(!passage.isVerified);
    else onRefused(new Error(words));
  };
  return <VerifyButton isVerified={passage.isVerified} isPending={isPending} onToggle={toggle} />;
}

/** Shows whether the passage is the pig's; only administrators can change it. */
export function VerifyCell({ isAdmin, ...rest }: VerifyCellProps) {
  return isAdmin ? <VerifyToggle {...rest} /> : <VerifiedMark isVerified={rest.passage.isVerified} />;
}
