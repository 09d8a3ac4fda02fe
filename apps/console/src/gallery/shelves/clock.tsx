import { UtcClock } from '#/ui/clock/UtcClock.tsx';
import { Example } from '../Example.tsx';

const HOUR_MS = 3_600_000;

export function Shelf() {
  return (
    <>
      <Example title="UtcClock: this machine is right">
        <UtcClock offsetMs={0} />
      </Example>
      <Example title="UtcClock: this machine is an hour behind the server">
        <UtcClock offsetMs={HOUR_MS} />
      </Example>
    </>
  );
}
