import { describeModel } from '@waymark/domain/device/model';
import { t } from '#/language/t.ts';
import type { InfoRow } from './history.data.ts';
import type { HistoryColumn } from './table/history-column.ts';

const TWO_DIGIT_MINORS_FROM = 10;

/** "10.05", "2.5": from major 10 the minor has two digits. */
export function formatVersion(major: number, minor: number): string {
  return `${major}.${major < TWO_DIGIT_MINORS_FROM ? minor : String(minor).padStart(2, '0')}`;
}

/** "AGM20 (62)"; only the number for an unknown model. */
export function describeProduct(productNumber: number): string {
  const model = describeModel(productNumber);
  return model === null ? String(productNumber) : `${model} (${productNumber})`;
}

export const INFO_COLUMNS: readonly HistoryColumn<InfoRow>[] = [
  {
    id: 'time',
    label: t('Timestamp'),
    fields: ['timeStampAck'],
    sortBy: 'timeStampAck',
    width: 130,
    text: ({ timeStampAck }) => timeStampAck,
  },
  {
    id: 'firmware',
    label: t('Firmware'),
    fields: ['firmwareMajorVersion', 'firmwareMinorVersion'],
    sortBy: 'firmwareMajorVersion',
    isNumber: true,
    width: 40,
    text: (row) => formatVersion(row.firmwareMajorVersion, row.firmwareMinorVersion),
  },
  {
    id: 'protocol',
    label: t('Protocol'),
    fields: ['protocolVersion'],
    sortBy: 'protocolVersion',
    isNumber: true,
    width: 20,
    text: ({ protocolVersion }) => String(protocolVersion),
  },
  {
    id: 'hardware',
    label: t('Hardware'),
    fields: ['hardwareMajorVersion', 'hardwareMinorVersion'],
    sortBy: 'hardwareMajorVersion',
    isNumber: true,
    width: 30,
    text: (row) => `${row.hardwareMajorVersion}.${row.hardwareMinorVersion}`,
  },
  {
    id: 'product',
    label: t('Product'),
    fields: ['productNumber'],
    sortBy: 'productNumber',
    width: 70,
    text: ({ productNumber }) => describeProduct(productNumber),
  },
];
