import { create } from 'zustand';
import { useMapRoom } from '#/map/camera/map-room.ts';
import { readJson, writeJson } from '#/api/browser-storage.ts';
import { DEFAULT_DRAWER_HEIGHT, limitDrawerHeight } from '#/ui/sheet/drawer-height.ts';
import { phoneWidth } from '#/ui/window/window-store.ts';
import { COLUMN_IDS, DEFAULT_COLUMNS, type ColumnId } from './columns.ts';

/** The user's settings of the device table, stored in the browser. */
export interface TableMemory {
  readonly isOpen: boolean;
  /** In px. */
  readonly height: number;
  readonly columns: readonly ColumnId[];
}

const KEY = 'waymark.device-table';

/** Reads the valid part of the stored value; on a phone the table is closed by default. */
export function parseTableMemory(stored: unknown, isPhone: boolean): TableMemory {
  const read = (name: string): unknown =>
    typeof stored === 'object' && stored !== null ? Reflect.get(stored, name) : undefined;
  const [isOpen, height, columns] = [read('isOpen'), read('height'), read('columns')];
  const known = Array.isArray(columns) ? COLUMN_IDS.filter((id) => columns.includes(id)) : [];
  return {
    isOpen: typeof isOpen === 'boolean' ? isOpen : !isPhone,
    height: typeof height === 'number' && Number.isFinite(height) ? height : DEFAULT_DRAWER_HEIGHT,
    columns: known.length > 0 ? known : DEFAULT_COLUMNS,
  };
}

export const useTableMemory = create<TableMemory>()(() =>
  parseTableMemory(readJson(KEY), (globalThis.innerWidth ?? phoneWidth) < phoneWidth),
);

/** Shows only the bar when closed. */
const BAR_HEIGHT = 45;

/** The height of the table in px: the map ends above it. */
export function useTableHeight(): number {
  const screenHeight = useMapRoom(({ screen }) => screen.height);
  return useTableMemory(({ isOpen, height }) => (isOpen ? limitDrawerHeight(height, screenHeight) : BAR_HEIGHT));
}

function remember(change: Partial<TableMemory>): void {
  useTableMemory.setState(change);
  writeJson(KEY, useTableMemory.getState());
}

export function toggleTable(): void {
  remember({ isOpen: !useTableMemory.getState().isOpen });
}

export function setTableHeight(height: number): void {
  remember({ height });
}

/** In the table's own order; at least one column stays. */
export function showColumns(columns: readonly string[]): void {
  const known = COLUMN_IDS.filter((id) => columns.includes(id));
  if (known.length > 0) remember({ columns: known });
}
