import { COMMAND_TYPES, type CommandType, COMMANDS, findCommandType } from '@waymark/commands/commands';
import { describe, expect, test } from 'vitest';
import { commandsRoutes, sentCommand } from '../routes/commands.ts';
import { exampleDetectors, exampleWindow } from '@waymark/commands/fields';
import { exampleCommand, examplePast, pastCommand, queuedCommand } from './queued-command.ts';

const accepts = (type: CommandType, parameters: unknown) => COMMANDS[type].parameters.safeParse(parameters).success;

test.each(Object.entries(COMMANDS))(
  '%s has its own name, texts and an example that its schema returns unchanged',
  (type, command) => {
    expect(command.type).toBe(type);
    expect(command.label).toMatch(/^[A-Z]/);
    expect(command.summary).toMatch(/^[A-Z].{10,}\.$/);
    expect(command.parameters.parse(command.example)).toEqual(command.example);
  },
);

describe('command names', () => {
  const PARTS = {
    '[C-042]': [
      'PowerMode',
      'RecordMode',
      'FrequencySelect',
      'StreamEnable',
      'SdMode',
      'GeoMode',
      'AGMShutDwn',
      'FoldState',
    ],
    '[C-043]': [
      'CellOfflineDownloadState',
      'DownloadRange',
      'DeviceInfo',
      'DetectionCountReset',
      'DeviceRestart',
      'ControlSettings',
    ],
    '[C-044]': ['IridiumSettings', 'IridiumOfflineDownload', 'IridiumExitOfflineDownload'],
  };
  const REQUESTS = {
    '[C-045]': [
      'deviceInfo',
      'controlSettings',
      'gpsFix',
      'powerMode',
      'recordMode',
      'frequencySelect',
      'streamEnable',
      'detectionCountReset',
      'factoryReset',
    ],
    '[C-046]': [
      'deviceRestart',
      'addressChange',
      'iridiumSettings',
      'SdMode',
      'GeoMode',
      'agmshutdwn',
      'foldstate',
      'cellofflinedownloadstate',
      'downloadrange',
    ],
  };

  test.each(Object.entries(PARTS))('%s are stored and returned in this spelling', (_, names) => {
    for (const name of names) expect(findCommandType(name.toUpperCase())).toBe(name);
  });

  test.each(Object.entries(REQUESTS))('%s are understood in a request', (_, names) => {
    for (const name of names) expect(findCommandType(name)?.toLowerCase()).toBe(name.toLowerCase());
  });

  test('names are those of the gates, in the same order', () => {
    expect(Object.keys(COMMANDS)).toEqual(COMMAND_TYPES);
  });

  test.each(['', 'Power Mode', 'reboot', 'constructor', 'toString'])('"%s" is not a command', (name) => {
    expect(findCommandType(name)).toBeNull();
  });
});

const detectors = (changes: Record<string, unknown>) => ({ ...exampleDetectors, ...changes });
const { frequency3: _frequency3, ...withoutFrequency3 } = exampleDetectors;
const each = (name: string, values: readonly unknown[]) => values.map((value) => ({ [name]: value }));

type Row = readonly [string, CommandType, readonly unknown[], readonly unknown[]];

describe('parameters', () => {
  test.each<Row>([
    [
      '[C-047] the mode, and a schedule or none',
      'PowerMode',
      [{ powerMode: 0 }, { powerMode: 1, connectSchedule: 0 }, { powerMode: 2, connectSchedule: 7 }, { powerMode: 3 }],
      [{}, { connectSchedule: 0 }, ...each('powerMode', [-1, 4, 1.5, '1', null]), { powerMode: 1, connectSchedule: 8 }],
    ],
    ['[C-048] recordMode', 'RecordMode', each('recordMode', [0, 1, 2]), [{}, ...each('recordMode', [3, '0', true])]],
    [
      '[C-049] four frequencies, sensitivities and enables',
      'FrequencySelect',
      [
        exampleDetectors,
        detectors({ frequency1: 10, frequency2: 30 }),
        detectors({ sensitivity0: 0, sensitivity1: 6 }),
        detectors({ enable0: 0, enable3: 1 }),
      ],
      [
        {},
        withoutFrequency3,
        detectors({ frequency0: 22 }),
        detectors({ frequency1: 9 }),
        detectors({ frequency3: 31 }),
        detectors({ frequency2: 22.5 }),
        detectors({ sensitivity2: 7 }),
        detectors({ enable1: 2 }),
        detectors({ enable1: true }),
      ],
    ],
    [
      'HighSpeedPulse, a bit, or none',
      'FrequencySelect',
      each('HighSpeedPulse', [0, 1]).map(detectors),
      [detectors({ HighSpeedPulse: 2 })],
    ],
    [
      '[C-051] streamEnabled, a boolean',
      'StreamEnable',
      each('streamEnabled', [true, false]),
      [{}, ...each('streamEnabled', [0, 1, 'true'])],
    ],
    ['[C-052] SdMode', 'SdMode', each('SdMode', [0, 3, 7]), [{}, { sdMode: 3 }, ...each('SdMode', [8, -1, '3'])]],
    ['[C-053] GeoMode', 'GeoMode', each('GeoMode', [0, 3]), [{}, { geoMode: 1 }, ...each('GeoMode', [4, -1])]],
    [
      '[C-054] UnfoldedAntennaDetectorEnable, 0 or 1',
      'FoldState',
      each('UnfoldedAntennaDetectorEnable', [0, 1]),
      [{}, ...each('UnfoldedAntennaDetectorEnable', [2, true])],
    ],
    [
      'OfflineDownloadState, 0 or 1',
      'CellOfflineDownloadState',
      each('OfflineDownloadState', [0, 1]),
      [{}, { OfflineDownloadState: 2 }],
    ],
    [
      '[C-055] [C-056] FileType 0 to 3 and two dates',
      'DownloadRange',
      [0, 1, 2, 3].map((FileType) => ({ FileType, ...exampleWindow })),
      [
        exampleWindow,
        { FileType: 4, ...exampleWindow },
        { FileType: 1 },
        { FileType: 1, ...exampleWindow, FileNamesEndDate: '2026-03-16T09:50:00Z' },
        { FileType: 1, ...exampleWindow, FileNamesStartDate: null },
      ],
    ],
    [
      '[C-066] two dates',
      'IridiumOfflineDownload',
      [exampleWindow],
      [
        {},
        { ...exampleWindow, FileNamesEndDate: null },
        { ...exampleWindow, FileNamesStartDate: '2026-03-16 9:40:00' },
      ],
    ],
    [
      'an address of at most 64 characters',
      'AddressChange',
      each('address', ['a.example', 'a'.repeat(64)]),
      [{}, { address: 'a'.repeat(65) }],
    ],
  ])('accepts and rejects %s', (_, type, right, wrong) => {
    expect(right.filter((parameters) => !accepts(type, parameters))).toEqual([]);
    expect(wrong.filter((parameters) => accepts(type, parameters))).toEqual([]);
  });

  test.each<[string, readonly unknown[], readonly unknown[]]>([
    [
      '[C-057] any of the detector fields',
      [{ frequency1: 15 }, exampleDetectors],
      [{ frequency0: 22 }, { sensitivity0: 7 }, { enable0: 2 }],
    ],
    [
      '[C-058] powerMode and connectSchedule',
      [{ powerMode: 2, connectSchedule: 7 }],
      [{ powerMode: 4 }, { connectSchedule: 8 }],
    ],
    [
      '[C-059] recordMode, detectCountReset, restartUnit',
      [{ recordMode: 1, detectCountReset: 1, restartUnit: 0 }],
      [{ recordMode: 3 }, { detectCountReset: 2 }, { restartUnit: true }],
    ],
    ['[C-060] psgSize, 0 or 1', each('psgSize', [0, 1]), [{ psgSize: 2 }]],
    ['[C-061] psgState, 0 or 1', each('psgState', [0, 1]), [{ psgState: 2 }]],
    [
      '[C-062] UnfoldedAntennaDetectorEnable',
      each('UnfoldedAntennaDetectorEnable', [0, 1]),
      [{ UnfoldedAntennaDetectorEnable: 2 }],
    ],
    ['[C-063] GeoMode, 0 to 3', each('GeoMode', [0, 1, 2, 3]), [{ GeoMode: 4 }]],
    [
      '[C-064] OfflineDownloadState and ClearIridiumOfflineFiles',
      [{ OfflineDownloadState: 0, ClearIridiumOfflineFiles: 1 }],
      [{ OfflineDownloadState: 2 }, { ClearIridiumOfflineFiles: 2 }],
    ],
    [
      '[C-065] no dates but null',
      [{ FileNamesStartDate: null, FileNamesEndDate: null }, {}],
      [{ FileNamesStartDate: '2026-03-16 09:40:00' }, { FileNamesEndDate: '' }],
    ],
  ])('Iridium settings: %s', (_, right, wrong) => {
    for (const parameters of right) expect(COMMANDS.IridiumSettings.parameters.parse(parameters)).toEqual(parameters);
    expect(wrong.filter((parameters) => accepts('IridiumSettings', parameters))).toEqual([]);
  });

  test('commands without parameters have an empty object', () => {
    const bare: CommandType[] = [
      'DeviceInfo',
      'ControlSettings',
      'DetectionCountReset',
      'DeviceRestart',
      'AGMShutDwn',
      'GpsFix',
      'FactoryReset',
      'IridiumExitOfflineDownload',
    ];
    for (const type of bare) expect(COMMANDS[type].parameters.parse({ powerMode: 1 })).toEqual({});
  });
});

describe('command on the wire', () => {
  test('[C-041] a command has the fields of the documents, in the list and in the history', () => {
    const fields = ['uid', 'commandType', 'timeStampSent', 'parameters', 'commandId'];
    expect(Object.keys(queuedCommand.parse(exampleCommand))).toEqual(expect.arrayContaining(fields));
    expect(Object.keys(pastCommand.parse(examplePast))).toEqual(expect.arrayContaining(fields));
  });

  test.each([0, -1, 1.5, 0x1_0000_0000])('an id that a satellite message cannot carry is invalid: %d', (commandId) => {
    expect(queuedCommand.safeParse({ ...exampleCommand, commandId }).success).toBe(false);
  });

  test('a command may be sent without parameters, and with an expiry time', () => {
    const sent = { uid: 1, commandType: 'gpsFix', timeStampSent: '2026-03-18 00:03:59' };
    expect(sentCommand.parse(sent)).toEqual({
      ...sent,
      fromStreamDialog: false,
      timeStampSent: Date.UTC(2026, 2, 18, 0, 3, 59),
      parameters: {},
    });
    const read = sentCommand.parse({ ...sent, expiresAt: '2026-03-18 01:00:00' });
    expect(read.expiresAt).toBe(Date.UTC(2026, 2, 18, 1));
    expect(sentCommand.safeParse({ ...sent, expiresAt: 'soon' }).success).toBe(false);
  });

  test('[C-067] a raw download is requested with uid, startDate and endDate', () => {
    const { body } = commandsRoutes.requestRawData;
    const asked = { uid: 100_234, startDate: '2026-03-16 09:40:00', endDate: '2026-03-16 09:42:00' };
    expect(body.parse(asked)).toEqual({
      uid: 100_234,
      startDate: Date.UTC(2026, 2, 16, 9, 40),
      endDate: Date.UTC(2026, 2, 16, 9, 42),
    });
    for (const field of ['uid', 'startDate', 'endDate'])
      expect(body.safeParse({ ...asked, [field]: undefined }).success).toBe(false);
  });
});
