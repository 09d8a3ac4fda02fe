import type { BatteryLevel } from '@waymark/domain/device/battery';
import type { SignalBars } from '@waymark/domain/device/signal';
import { t } from '#/language/t.ts';
import type { Presence } from '#/map/icons/device-marker.view.ts';
import styles from './StatusIcons.module.css';

const BARS = [0, 1, 2, 3, 4];
const FULL_WIDTH = 8.4;

export function SignalIcon({ bars, label }: { readonly bars: SignalBars; readonly label: string }) {
  return (
    <svg width={16} height={16} viewBox="0 0 16 16" fill="currentColor" role="img" aria-label={label}>
      <title>{label}</title>
      {BARS.map((bar) => {
        const height = 2.6 + 2.2 * bar;
        return (
          <rect
            key={bar}
            x={1 + 2.95 * bar}
            y={14 - height}
            width={1.9}
            height={height}
            rx={0.6}
            opacity={bar < bars ? 1 : 0.26}
          />
        );
      })}
    </svg>
  );
}

export function BatteryIcon({ level, label }: { readonly level: BatteryLevel; readonly label: string }) {
  return (
    <svg width={16} height={16} viewBox="0 0 16 16" fill="none" role="img" aria-label={label}>
      <title>{label}</title>
      <rect x={1} y={4.2} width={11.8} height={7.6} rx={1.8} stroke="currentColor" strokeWidth={1.4} />
      <path d="M14.8 6.8v2.4" stroke="currentColor" strokeWidth={1.4} strokeLinecap="round" />
      {level > 0 && <rect x={2.7} y={5.9} width={(FULL_WIDTH * level) / 5} height={4.2} rx={0.5} fill="currentColor" />}
    </svg>
  );
}

const SATELLITE =
  'M6.3 6.6L8.9 4l3.1 3.1-2.6 2.6ZM1.8 4.6L4.2 2.2 6.9 4.9 4.5 7.3ZM9.2 11.6l2.3-2.3 2.7 2.7-2.3 2.3ZM2 10.2a3.9 3.9 0 0 1 3.9 3.9';

export function SatelliteIcon() {
  return (
    <svg width={16} height={16} viewBox="0 0 16 16" fill="none" role="img" aria-label={t('Iridium satellite link')}>
      <title>{t('Iridium satellite link')}</title>
      <path d={SATELLITE} stroke="currentColor" strokeWidth={1.4} strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}

export function ConnectionDot({ presence, label }: { readonly presence: Presence; readonly label: string }) {
  return <span className={styles.dot} data-presence={presence} role="img" aria-label={label} title={label} />;
}
