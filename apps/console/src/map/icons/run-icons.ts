import type { MarkerIcon } from '@waymark/domain/path/marker';
import { toPictureAddress } from './device-icons.ts';
import attachment from './run-attachment.svg?raw';
import bend from './run-bend.svg?raw';
import launch from './run-launch.svg?raw';
import magnet from './run-magnet.svg?raw';
import other from './run-other.svg?raw';
import pipe from './run-pipe.svg?raw';
import receive from './run-receive.svg?raw';
import skip from './run-skip.svg?raw';
import tap from './run-tap.svg?raw';
import tee from './run-tee.svg?raw';
import track from './run-track.svg?raw';
import valve from './run-valve.svg?raw';
import weld from './run-weld.svg?raw';

/** The icons of markers, 32 px. They include their own casing, so they are the same in both themes. */
export const runIcons: Readonly<Record<MarkerIcon, string>> = {
  ATTACHMENT: toPictureAddress(attachment),
  BEND: toPictureAddress(bend),
  LAUNCH: toPictureAddress(launch),
  MAGNET: toPictureAddress(magnet),
  OTHER: toPictureAddress(other),
  PIPE: toPictureAddress(pipe),
  RECEIVE: toPictureAddress(receive),
  SKIP: toPictureAddress(skip),
  TAP: toPictureAddress(tap),
  TEE: toPictureAddress(tee),
  TRACK: toPictureAddress(track),
  VALVE: toPictureAddress(valve),
  WELD: toPictureAddress(weld),
};

/** Their names in the map's atlas. */
export const nameRunPicture = (icon: MarkerIcon) => `run-${icon}`;
export const runPictures = Object.entries(runIcons).map(([icon, address]) => [`run-${icon}`, address] as const);
