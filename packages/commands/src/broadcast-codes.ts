import { markText } from '@waymark/domain/language/translate';

/** PM active · PMLP low power · FS1 mag only · FS2 mag and 22 Hz · FS3 22 Hz only · FS4 all detectors off · SD format disk · RFD download between dates. */
export const BROADCAST_CODES = ['PM', 'PMLP', 'FS1', 'FS2', 'FS3', 'FS4', 'SD', 'RFD'] as const;
export type BroadcastCode = (typeof BROADCAST_CODES)[number];

/** Labels shown to users. */
export const BROADCAST_LABELS: Readonly<Record<BroadcastCode, string>> = {
  PM: markText('Power mode active'),
  PMLP: markText('Power mode low power'),
  FS1: markText('Mag only'),
  FS2: markText('Mag and 22 Hz'),
  FS3: markText('22 Hz only'),
  FS4: markText('All detectors off'),
  SD: markText('Format disk'),
  RFD: markText('Download between dates'),
};

/** Commands that a pig path can send at its events, by the names of its flags. FS4 is not among them. */
export const PATH_COMMANDS = {
  powerMode: 'PM',
  powerModeLowPower: 'PMLP',
  requestFileDownload: 'RFD',
  frequencySettingsMagOnly: 'FS1',
  frequencySettingsElfMag: 'FS2',
  frequencySettingsElfOnly: 'FS3',
  formatDisk: 'SD',
} as const satisfies Readonly<Record<string, BroadcastCode>>;
export type PathCommand = keyof typeof PATH_COMMANDS;

export const PATH_EVENTS = ['NowEvent', 'LaunchEvent', 'ReceiveEvent'] as const;
export type PathEvent = (typeof PATH_EVENTS)[number];

export type PathFlag = `${PathCommand}BroadcastCommand${PathEvent}`;
/** The 21 flags: "powerModeBroadcastCommandNowEvent" and so on. */
export const PATH_FLAGS = (Object.keys(PATH_COMMANDS) as PathCommand[]).flatMap((command) =>
  PATH_EVENTS.map((event): PathFlag => `${command}BroadcastCommand${event}`),
);
export type PathFlags = Readonly<Record<PathFlag, boolean>>;
