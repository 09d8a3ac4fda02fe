import { t } from '#/language/t.ts';
import { Time } from '#/ui/clock/Time.tsx';
import { useQuery } from '@tanstack/react-query';
import { Button } from '#/ui/button/Button.tsx';
import { PropertyList, PropertyRow, Section } from '#/ui/sheet/Panel.tsx';
import { Age } from '../age.ts';
import type { Device } from '../store/device.ts';
import { openPassageWindow } from '../windows/device-windows.ts';
import { describeLastPassage, listChartButtons, listIridiumRows } from './device-info.view.ts';
import styles from './DeviceInfo.module.css';
import { lastPassageQuery } from './last-passage.data.ts';

/** A button for each waveform of the device's last passage. */
function ChartButtons({ device: { uid, lastPassageId } }: { readonly device: Device }) {
  const { data } = useQuery(lastPassageQuery(uid, lastPassageId));
  const row = data?.passageEventList[0];
  const open = (type?: 0 | 1 | 2) =>
    openPassageWindow({
      uid,
      passageId: row?.passageId ?? lastPassageId,
      source: 'selected_passage',
      ...(type !== undefined && { type }),
    });
  return (
    <div className={styles.charts} role="group" aria-label={t('Charts of the last passage')}>
      <Button size="small" icon="pulse" disabled={lastPassageId === null} onClick={() => open()}>
        {t('Passage chart')}
      </Button>
      {listChartButtons(row).map(({ label, type, isThere }) => (
        <Button
          key={label}
          size="small"
          disabled={!isThere}
          title={isThere ? undefined : t('No {kind} record', { kind: label })}
          onClick={() => open(type)}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}

export function LastPassage({ device }: { readonly device: Device }) {
  const { text, isTime } = describeLastPassage(device);
  const rows = listIridiumRows(device);
  return (
    <Section title={t('Last passage')}>
      <p className={styles.time}>
        {isTime ? <Time of={text} uid={device.uid} saysUtc /> : <span className={styles.quiet}>{text}</span>}
        {isTime && (
          <span className={styles.quiet}>
            <Age of={text} />
          </span>
        )}
      </p>
      <ChartButtons device={device} />
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
