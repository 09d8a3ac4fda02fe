import { PropertyList, PropertyRow, Section } from '../../../ui/Panel.tsx';
import { Age } from '../Age.tsx';
import type { Device } from '../device.ts';
import { describeLastPassage, listIridiumRows } from './device-info.view.ts';
import styles from './DeviceInfo.module.css';

export function LastPassage({ device }: { readonly device: Device }) {
  const { text, isTime } = describeLastPassage(device);
  const rows = listIridiumRows(device);
  return (
    <Section title="Last passage">
      <p className={styles.time}>
        <span className={isTime ? 'tabular' : styles.quiet}>{text}</span>
        {isTime && (
          <span className={styles.quiet}>
            <Age of={text} />
          </span>
        )}
      </p>
      {rows.length > 0 && (
        <PropertyList>
          {rows.map((row) => (
            <PropertyRow key={row.label} label={row.label}>
              {row.text}
            </PropertyRow>
          ))}
        </PropertyList>
      )}
    </Section>
  );
}
