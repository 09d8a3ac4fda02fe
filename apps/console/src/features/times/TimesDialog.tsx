import { Radio } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { TIMES_CHOICES, type TimesChoice } from '@waymark/domain/time/times-choice';
import { UTC, type Zone } from '@waymark/domain/time/zone';
import { writeTime } from '@waymark/domain/time/zoned-text';
import { useState } from 'react';
import { callApi } from '#/api/client.ts';
import { queryApi } from '#/api/query.ts';
import { t } from '#/language/t.ts';
import { serverNow } from '#/live/clock-store.ts';
import { useCanWrite } from '#/live/online-store.ts';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { LoadedData } from '#/ui/state/LoadedData.tsx';
import { parseTimes, useZoneStore } from '#/ui/clock/zones.ts';
import { showSuccess } from '#/ui/toast/toasts.ts';
import { followTimes } from './follow-times.ts';
import styles from './TimesDialog.module.css';

const userQuery = { ...queryApi('GET /pigrun/user/get-user'), meta: { isShownInPlace: true } };

interface TimesDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The zone in which the user reads times. */
export function TimesDialog({ isOpen, onClose }: TimesDialogProps) {
  const queryClient = useQueryClient();
  const query = useQuery({ ...userQuery, enabled: isOpen });
  const { blockedBecause } = useCanWrite();
  const ownZone = useZoneStore((store) => store.ownZone);
  const [edited, setEdited] = useState<TimesChoice | null>(null);
  const close = () => {
    setEdited(null);
    onClose();
  };
  const save = async () => {
    const times = edited ?? query.data?.times;
    if (times === undefined) return;
    const saved = await callApi('POST /pigrun/user/times', { body: { times, timeZone: ownZone } });
    queryClient.setQueryData(userQuery.queryKey, saved);
    followTimes(saved);
    showSuccess(t('Time zone saved'));
  };
  return (
    <FormDialog
      isOpen={isOpen}
      title={t('Time Zone')}
      subtitle={t('On all screens, in messages and in reports')}
      submitLabel={t('Save')}
      blockedBecause={query.data ? blockedBecause : t('Not loaded yet.')}
      onSubmit={save}
      onClose={close}
      width={420}
    >
      <LoadedData query={query} what={t('Your time zone')} widths={[240, 200, 220]}>
        {({ times }) => <Choices times={edited ?? times} ownZone={ownZone} onChange={setEdited} />}
      </LoadedData>
    </FormDialog>
  );
}

interface ChoicesProps {
  readonly times: TimesChoice;
  readonly ownZone: Zone;
  readonly onChange: (times: TimesChoice) => void;
}

const LABELS: Readonly<Record<TimesChoice, string>> = { utc: 'UTC', mine: t('My zone'), line: t("The line's zone") };

function Choices({ times, ownZone, onChange }: ChoicesProps) {
  const [now] = useState(serverNow);
  const words: Readonly<Record<TimesChoice, string>> = {
    utc: writeTime(now, UTC, 'minute'),
    mine:
      ownZone === UTC
        ? t('This browser is in UTC: {time}', { time: writeTime(now, ownZone, 'minute') })
        : t('{zone}, the zone of this browser: {time}', { zone: ownZone, time: writeTime(now, ownZone, 'minute') }),
    line: t('The zone at the launch site of each line; UTC for times of no line.'),
  };
  return (
    <Radio.Group label={t('Times are shown in')} value={times} onChange={(value) => onChange(parseTimes(value))}>
      <div className={styles.group}>
        {TIMES_CHOICES.map((value) => (
          <Radio key={value} value={value} label={LABELS[value]} description={words[value]} />
        ))}
      </div>
    </Radio.Group>
  );
}
