import { describeAge } from '../age.view.ts';
import { PropertyList, PropertyRow, Section } from '#/ui/sheet/Panel.tsx';
import { Button } from '#/ui/button/Button.tsx';
import { openDeviceWindow } from '../windows/device-windows.ts';
import type { Device } from '../store/device.ts';
import { PowerMode } from '../PowerMode.tsx';
import { useServerNow } from '../use-server-now.ts';
import { listModeRows } from './device-info.view.ts';

function ListenButton({ uid }: { readonly uid: number }) {
  return (
    <Button size="small" icon="listen" onClick={() => openDeviceWindow('stream', uid)}>
      Listen
    </Button>
  );
}

export function Modes({ device }: { readonly device: Device }) {
  const now = useServerNow();
  return (
    <Section title="Mode">
      <PropertyList>
        {listModeRows(device, now).map(({ label, text, isTime, powerMode, hasListen }) => (
          <PropertyRow
            key={label}
            label={label}
            aside={isTime && describeAge(text, now)}
            action={hasListen && <ListenButton uid={device.uid} />}
          >
            {powerMode === undefined ? (
              <span className={isTime && 'tabular'}>{text}</span>
            ) : (
              <PowerMode mode={powerMode} />
            )}
          </PropertyRow>
        ))}
      </PropertyList>
    </Section>
  );
}
