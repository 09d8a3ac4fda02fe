import { useQuery } from '@tanstack/react-query';
import { ADMINS, type Role } from '@waymark/contract/roles';
import { FORMAT_RECOMMENDED, isFormatRecommended } from '@waymark/domain/device/disk';
import { UNKNOWN } from '@waymark/domain/device/modes';
import { t } from '#/language/t.ts';
import { Button } from '#/ui/button/Button.tsx';
import { LoadedData } from '#/ui/state/LoadedData.tsx';
import { Icon } from '#/ui/button/Icon.tsx';
import { PropertyList, PropertyRow, Section } from '#/ui/sheet/Panel.tsx';
import { deviceDetailQuery, type DeviceDetail } from '../store/device-detail.data.ts';
import { openDeviceWindow } from '../windows/device-windows.ts';
import { describeDisk, formatShare, listCarriers, type ShownCarrier } from './carrier-disk.view.ts';
import styles from './DeviceInfo.module.css';

const PARTS: Readonly<Record<ShownCarrier['part'], string>> = { primary: t('primary'), active: t('active') };

function Carriers({ detail }: { readonly detail: DeviceDetail }) {
  const carriers = listCarriers(detail);
  if (carriers.length === 0) return <span className={styles.quiet}>{t(UNKNOWN)}</span>;
  return (
    <span>
      {carriers.map(({ name, part }, index) => (
        <span key={part}>
          {index > 0 && <span className={styles.quiet}>, </span>}
          {name} <span className={styles.quiet}>{PARTS[part]}</span>
        </span>
      ))}
    </span>
  );
}

function DiskUsage({ detail, isWarning }: { readonly detail: DeviceDetail; readonly isWarning: boolean }) {
  const disk = describeDisk(detail);
  if (!disk) return <span className={styles.quiet}>{t(UNKNOWN)}</span>;
  const { text, unit, share } = disk;
  return (
    <>
      <span className="tabular">
        {text} <span className={styles.quiet}>{unit}</span>
      </span>
      {share !== null && (
        <>
          <span className={styles.bar}>
            <i
              className={styles.used}
              data-warning={isWarning || undefined}
              style={{ width: `${Math.min(share, 1) * 100}%` }}
            />
          </span>
          <span className="tabular">{formatShare(share)}</span>
        </>
      )}
    </>
  );
}

function Rows({ detail }: { readonly detail: DeviceDetail }) {
  const isWarning = isFormatRecommended(detail);
  return (
    <>
      <PropertyList>
        <PropertyRow label={t('Carrier')}>
          <Carriers detail={detail} />
        </PropertyRow>
        {detail.registrationStatus && <PropertyRow label={t('Registration')}>{detail.registrationStatus}</PropertyRow>}
        <PropertyRow label={t('Disk usage')}>
          <DiskUsage detail={detail} isWarning={isWarning} />
        </PropertyRow>
      </PropertyList>
      {isWarning && (
        <p className={styles.warning}>
          <Icon name="warning" size={15} />
          {t(FORMAT_RECOMMENDED)}
        </p>
      )}
    </>
  );
}

function DownloadsButton({ uid }: { readonly uid: number }) {
  return (
    <Button size="tiny" icon="download" onClick={() => openDeviceWindow('downloads', uid)}>
      {t('Downloads')}
    </Button>
  );
}

export function CarrierAndDisk({ uid, role }: { readonly uid: number; readonly role: Role }) {
  const query = useQuery(deviceDetailQuery(uid));
  return (
    <Section title={t('Cellular and disk')} action={ADMINS.includes(role) && <DownloadsButton uid={uid} />}>
      <LoadedData query={query} what={t('Carrier and disk')} widths={[190, 150, 210]} isInline>
        {(detail) => <Rows detail={detail} />}
      </LoadedData>
    </Section>
  );
}
