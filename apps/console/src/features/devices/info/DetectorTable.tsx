import { UNKNOWN } from '@waymark/domain/device/modes';
import { Icon } from '#/ui/button/Icon.tsx';
import table from '#/ui/table/DataTable.module.css';
import type { Device } from '../store/device.ts';
import { nameDetector } from '@waymark/domain/device/detector-name';
import { describeEnabled, listDetectors, type Detector } from './device-info.view.ts';
import styles from './DeviceInfo.module.css';

function DetectorRow({ detector: { number, frequency, sensitivity, isEnabled } }: { readonly detector: Detector }) {
  return (
    <tr>
      <td>{number === 0 ? nameDetector(number) : number}</td>
      <td data-number>
        {frequency ?? UNKNOWN} {frequency !== null && <span className={table.unit}>Hz</span>}
      </td>
      <td>{sensitivity}</td>
      <td>
        <span className={styles.enabled} data-enabled={isEnabled === true}>
          {isEnabled !== null && <Icon name={isEnabled ? 'check' : 'minus'} size={13} />}
          {describeEnabled(isEnabled)}
        </span>
      </td>
    </tr>
  );
}

export function DetectorTable({ device }: { readonly device: Device }) {
  return (
    <div className={styles.detectors}>
      <table className={table.table} aria-label="Detectors">
        <thead>
          <tr>
            <th scope="col">Detector</th>
            <th scope="col" data-number>
              Frequency
            </th>
            <th scope="col">Sensitivity</th>
            <th scope="col">Enabled</th>
          </tr>
        </thead>
        <tbody>
          {listDetectors(device).map((detector) => (
            <DetectorRow key={detector.number} detector={detector} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
