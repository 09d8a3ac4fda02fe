import { useNavigate } from '@tanstack/react-router';
import { useShiftUpdates } from '#/features/shift/shift.data.ts';
import { useWaitingHandovers, WaitingHandovers } from '#/features/shift/WaitingHandovers.tsx';

/** Handovers that wait to be accepted, for the admins of a company. */
export function HandoverLine() {
  const waiting = useWaitingHandovers(undefined);
  useShiftUpdates();
  return waiting > 0 && <Line count={waiting} />;
}

function Line({ count }: { readonly count: number }) {
  const navigate = useNavigate();
  return <WaitingHandovers count={count} onShow={() => void navigate({ to: '/shift' })} />;
}
