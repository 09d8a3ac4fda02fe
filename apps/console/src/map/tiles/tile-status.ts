import { create } from 'zustand';
import type { TileStatus } from './tile-health.ts';

interface TileStatuses {
  /** `off`: no tiles are configured, or nobody could say which. */
  readonly base: TileStatus | 'off';
  readonly radar: TileStatus;
}

/** What the map has found out about its tile hosts, for whoever tells the user. */
export const useTileStatus = create<TileStatuses>()(() => ({ base: 'asking', radar: 'asking' }));

export function setTileStatus(change: Partial<TileStatuses>): void {
  useTileStatus.setState(change);
}
