import type {
  Extents,
  GeoSpeedSettings,
  GraphingSettings,
  NumAvg,
  RealTimeSettings,
  StreamSettings,
} from '@waymark/domain/stream/settings';
import { SegmentedControl, Switch } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { CommandSection } from '#/features/commands/CommandSection.tsx';
import type { PackedRecording } from '../recording/recording-format.ts';
import type { StreamSession } from '../session/session-types.ts';
import { useSessionState } from '../session/use-stream-session.ts';
import { maskFrequency, maskSeconds, maskWeldSpace, readFrequency, readPause, readWeldSpace } from './masks.view.ts';
import { MaskedField } from './MaskedField.tsx';
import {
  AVERAGE_CHOICES,
  EXTENTS_CHOICES,
  setMetric,
  summariseDetectors,
  summariseGraphing,
  summariseSpeed,
  unitOf,
} from './options.view.ts';
import { RecordingFoot } from './RecordingFoot.tsx';
import { keepSettings } from '../settings-storage.ts';
import styles from './StreamOptions.module.css';
import { chooseUnits } from '#/features/units/choose-units.ts';
import { t } from '#/language/t.ts';

type Change = (change: SettingsChange) => void;

interface ExtentsRowProps {
  readonly label: string;
  readonly value: Extents;
  readonly onChange: (extents: Extents) => void;
}

function ExtentsRow({ label, value, onChange }: ExtentsRowProps) {
  return (
    <ChoiceRow
      label={label}
      choices={EXTENTS_CHOICES}
      value={value}
      onChange={(next) => onChange(next === 'thresh' ? 'thresh' : 'extents')}
    />
  );
}

function Graphing({ graphing, change }: { readonly graphing: GraphingSettings; readonly change: Change }) {
  const set = (part: Partial<GraphingSettings>) => change({ graphing: part });
  return (
    <CommandSection title={t('Graphing')} isOpenFirst beside={summariseGraphing(graphing)}>
      <div className={styles.rows}>
        <SwitchRow label={t('Show Raw')} isOn={graphing.ShowRaw} onChange={(ShowRaw) => set({ ShowRaw })} />
        <SwitchRow label={t('Show MAG')} isOn={graphing.ShowMAG} onChange={(ShowMAG) => set({ ShowMAG })} />
        <SwitchRow label={t('Show ELF')} isOn={graphing.ShowELF} onChange={(ShowELF) => set({ ShowELF })} />
        <ExtentsRow label={t('EM Extents')} value={graphing.EMExtents} onChange={(EMExtents) => set({ EMExtents })} />
        <ExtentsRow
          label={t('RSSI Extents')}
          value={graphing.RSSIExtents}
          onChange={(RSSIExtents) => set({ RSSIExtents })}
        />
        <ExtentsRow
          label={t('Geo Extents')}
          value={graphing.GeoExtents}
          onChange={(GeoExtents) => set({ GeoExtents })}
        />
      </div>
    </CommandSection>
  );
}

const toNumAvg = (value: string): NumAvg => (value === '1' ? 1 : value === '3' ? 3 : 2);

function Speed({ speed, change }: { readonly speed: GeoSpeedSettings; readonly change: Change }) {
  const set = (part: Partial<GeoSpeedSettings>) => change({ geoSpeed: part });
  const switchUnits = (isMetric: boolean) => {
    set(setMetric(speed, isMetric));
    chooseUnits(isMetric ? 'metric' : 'us');
  };
  return (
    <CommandSection title={t('Speed')} beside={summariseSpeed(speed)}>
      <div className={styles.rows}>
        <SwitchRow label={t('Enable')} isOn={speed.Enable} onChange={(Enable) => set({ Enable })} />
        <MaskedField
          key={unitOf(speed)}
          label={t('Weld Space')}
          unit={unitOf(speed)}
          value={speed.WeldSpace}
          mask={maskWeldSpace}
          read={readWeldSpace}
          onChange={(WeldSpace) => set({ WeldSpace })}
        />
        <SwitchRow label={t('Metric')} isOn={speed.Metric} onChange={switchUnits} />
        <ChoiceRow
          label={t('Average')}
          choices={AVERAGE_CHOICES}
          value={String(speed.NumAvg)}
          onChange={(value) => set({ NumAvg: toNumAvg(value) })}
        />
        <SwitchRow
          label={t('Source Raw')}
          hint={t('Welds are looked for in the sound as it comes, not in its upper part.')}
          isOn={speed.SourceRaw}
          onChange={(SourceRaw) => set({ SourceRaw })}
        />
      </div>
    </CommandSection>
  );
}

interface DetectorsProps {
  readonly realTime: RealTimeSettings;
  readonly maySend: boolean;
  readonly change: Change;
}

function Detectors({ realTime, maySend, change }: DetectorsProps) {
  const set = (part: Partial<RealTimeSettings>) => change({ realTime: part });
  return (
    <CommandSection title={t('Streaming Detectors')} beside={summariseDetectors(realTime)}>
      <div className={styles.rows}>
        <MaskedField
          label={t('ELF Frequency')}
          unit="Hz"
          limit="10-30Hz"
          value={realTime.Freq1}
          mask={maskFrequency}
          read={readFrequency}
          onChange={(Freq1) => set({ Freq1 })}
        />
        <SwitchRow label={t('MAG')} isOn={realTime.MagEn} onChange={(MagEn) => set({ MagEn })} />
        <SwitchRow label={t('ELF')} isOn={realTime.ELFEn} onChange={(ELFEn) => set({ ELFEn })} />
        <SwitchRow label={t('GEO')} isOn={realTime.GeoEn} onChange={(GeoEn) => set({ GeoEn })} />
        <SwitchRow
          label={t('Send Passage Data To DataBase')}
          hint={
            maySend
              ? t('Each detected passage is sent at once; otherwise it is held until you send it.')
              : t('Admins only.')
          }
          isOn={maySend && realTime.SendToDB}
          isDisabled={!maySend}
          onChange={(SendToDB) => set({ SendToDB })}
        />
        <SwitchRow
          label={t('Sound')}
          hint={t('The geophone is heard as soon as this dialog opens.')}
          isOn={realTime.SoundEn}
          onChange={(SoundEn) => set({ SoundEn })}
        />
        <MaskedField
          label={t('Pause Time')}
          unit="s"
          value={realTime.PauseTime}
          mask={maskSeconds}
          read={readPause}
          onChange={(PauseTime) => set({ PauseTime })}
        />
      </div>
    </CommandSection>
  );
}

interface StreamOptionsProps {
  readonly session: StreamSession;
  readonly onReplay: (recording: PackedRecording | null) => void;
}

/** The stream options of this device. Each change applies immediately and is stored in this browser. */
export function StreamOptions({ session, onReplay }: StreamOptionsProps) {
  const { graphing, geoSpeed, realTime } = useSessionState(session, ({ settings }) => settings);
  const maySend = useSessionState(session, (state) => state.maySend);
  const change: Change = (part) => changeSettings(session, part);
  return (
    <>
      <Graphing graphing={graphing} change={change} />
      <Speed speed={geoSpeed} change={change} />
      <Detectors realTime={realTime} maySend={maySend} change={change} />
      <RecordingFoot session={session} onReplay={onReplay} />
    </>
  );
}

type SettingsChange = { readonly [Section in keyof StreamSettings]?: Partial<StreamSettings[Section]> };

/** Applies immediately, and is stored for this device in this browser. */
function changeSettings(session: StreamSession, change: SettingsChange): void {
  const { graphing, realTime, geoSpeed } = session.getState().settings;
  const settings: StreamSettings = {
    graphing: { ...graphing, ...change.graphing },
    realTime: { ...realTime, ...change.realTime },
    geoSpeed: { ...geoSpeed, ...change.geoSpeed },
  };
  session.setSettings(settings);
  keepSettings(session.uid, settings);
}

interface SwitchRowProps {
  readonly label: string;
  /** Explains the option if the label is not enough. */
  readonly hint?: ReactNode;
  readonly isOn: boolean;
  readonly isDisabled?: boolean;
  readonly onChange: (isOn: boolean) => void;
}

function SwitchRow({ label, hint, isOn, isDisabled = false, onChange }: SwitchRowProps) {
  const hintId = useId();
  return (
    <div className={styles.row}>
      <Switch
        classNames={{ root: styles.switch, body: styles.switchBody }}
        label={label}
        labelPosition="left"
        checked={isOn}
        disabled={isDisabled}
        {...(hint !== undefined && { 'aria-describedby': hintId })}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {hint !== undefined && (
        <span id={hintId} className={styles.hint}>
          {hint}
        </span>
      )}
    </div>
  );
}

interface ChoiceRowProps {
  readonly label: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function ChoiceRow({ label, choices, value, onChange }: ChoiceRowProps) {
  return (
    <div className={styles.row}>
      <span className={styles.label} aria-hidden>
        {label}
      </span>
      <SegmentedControl aria-label={label} data={[...choices]} value={value} onChange={onChange} />
    </div>
  );
}
