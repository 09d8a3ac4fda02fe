import { describeAge } from '../age.view.ts';
import { PropertyList, PropertyRow, Section } from '../../../ui/Panel.tsx';
import type { Device } from '../device.ts';
import { PowerMode } from '../PowerMode.tsx';
import { useServerNow } from '../use-server-now.ts';
import { listModeRows } from './device-info.view.ts';

export function Modes({ device }: { readonly device: Device }) {
  const now = useServerNow();
  return (
    <Section title="Mode">
      <PropertyList>
        {listModeRows(device, now).map(({ label, text, isTime, powerMode }) => (
          <PropertyRow key={label} label={label} aside={isTime && describeAge(text, now)}>
            {powerMode === undefined ? <span className={isTime && 'tabular'}>{text}</span> : <PowerMode mode={powerMode} />}
          </PropertyRow>
        ))}
      </PropertyList>
    </Section>
  );
}
