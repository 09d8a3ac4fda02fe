import { useState } from 'react';
import { Time } from '#/ui/clock/Time.tsx';
import { UtcClock } from '#/ui/clock/UtcClock.tsx';
import { ZonedField } from '#/ui/clock/ZonedField.tsx';
import { Example } from '../Example.tsx';

const HOUR_MS = 3_600_000;
const AT = '2026-03-18 08:12:44';

function Entry() {
  const [value, setValue] = useState(AT);
  return <ZonedField label="Launch time (UTC)" value={value} onChange={setValue} />;
}

export function Shelf() {
  return (
    <>
      <Example title="UtcClock: this machine is right">
        <UtcClock offsetMs={0} />
      </Example>
      <Example title="UtcClock: this machine is an hour behind the server">
        <UtcClock offsetMs={HOUR_MS} />
      </Example>
      <Example title="Time: to the second, to the minute">
        <Time of={AT} saysUtc /> <Time of={AT} form="minute" saysUtc />
      </Example>
      <Example title="ZonedField">
        <Entry />
      </Example>
    </>
  );
}
