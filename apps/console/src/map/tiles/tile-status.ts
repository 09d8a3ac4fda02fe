import { create } from 'zustand';
import type { TileStatus } from './tile-health.ts';

interface TileStatuses {
  /** `off`: no tiles are configured, or the configuration is unknown. */
  readonly base: TileStatus | 'off';
  readonly radar: TileStatus;
}

/** The state of the tile hosts, for the parts that inform the user. */
export const useTileStatus = create<TileStatuses>()(() => ({ base: 'asking', radar: 'asking' }));

export function setTileStatus(change: Partial<TileStatuses>): void {
  useTileStatus.setState(change);
}
