import { describe, expect, it, vi } from 'vitest';
import { findSignsAt, SignBoard, type BoardMarker } from './sign-board.ts';
import { choosePick, boundMembers } from './pick-sign.ts';

const device = (uid: number, lat: number, lon: number, isAlarmed = false) => ({
  uid,
  lat,
  lon,
  isAlarmed,
  hasCount: false,
});
const marker: BoardMarker = {
  key: '1 M1',
  runId: 1,
  lat: 36,
  lon: -97,
  weight: 'track',
  name: 'M1',
  isAlarmed: false,
  uids: [],
  choose: vi.fn<() => void>(),
};

function makeBoard(zoom: number, ...devices: readonly ReturnType<typeof device>[]) {
  const board = new SignBoard();
  board.setZoom(zoom);
  for (const one of devices) board.putDevice(one.uid, one);
  return board;
}

describe('the board of signs', () => {
  it('makes a new layout only after a change', async () => {
    const board = makeBoard(10.3, device(1, 36, -97));
    const [stale, laid] = [vi.fn<() => void>(), vi.fn<() => void>()];
    board.onStale(stale);
    board.onLaid(laid);
    const { layout } = board;
    board.putDevice(1, device(1, 36, -97));
    board.setZoom(10.4);
    board.putRuns([], new Map());
    board.pinDevice(null);
    expect(board.layout).toBe(layout);
    expect(stale).not.toHaveBeenCalled();
    board.putDevice(1, device(1, 36, -97, true));
    expect(stale).toHaveBeenCalledTimes(1);
    expect(board.layout).not.toBe(layout);
    await Promise.resolve();
    expect(laid).toHaveBeenCalled();
  });

  it('devices of another user are gone after a reset', () => {
    const board = makeBoard(10, device(1, 36, -97));
    board.resetDevices([device(2, 36, -97)]);
    expect([...board.layout.signOfDevice.keys()]).toEqual([2]);
  });

  it('small moves of pigs make no new layout', () => {
    const board = makeBoard(10);
    board.putPigs([{ x: 0.25, y: 0.4 }]);
    const { layout } = board;
    board.putPigs([{ x: 0.25 + 1e-6, y: 0.4 }]);
    expect(board.layout).toBe(layout);
    board.putPigs([{ x: 0.25 + 1e-4, y: 0.4 }]);
    expect(board.layout).not.toBe(layout);
  });

  it('a chosen marker is selected', () => {
    const board = makeBoard(10);
    board.putRuns([marker], new Map());
    board.chooseMarker('1 M1');
    expect(marker.choose).toHaveBeenCalledTimes(1);
  });
});

describe('a click on the map', () => {
  const click = (board: SignBoard, lat: number, lon: number, zoom: number) =>
    choosePick(findSignsAt(board.layout, { lat, lon }, zoom), zoom);

  it('[M-024] [W-288] a click on the sign of a device selects it, within 16 px', () => {
    const board = makeBoard(12, device(1, 36, -97), device(2, 36, -96.9));
    expect(click(board, 36, -97, 12)).toEqual({ kind: 'device', uid: 1 });
    expect(click(board, 36, -96.9005, 12)).toEqual({ kind: 'device', uid: 2 });
    expect(click(board, 36, -96.95, 12)).toEqual({ kind: 'nothing' });
  });

  it('[W-288] a click on a cluster zooms to where it comes apart', () => {
    const board = makeBoard(6, device(1, 36, -97), device(2, 36, -96.95), device(3, 36.1, -97));
    const picked = click(board, 36, -97, 6);
    expect(picked).toMatchObject({ kind: 'zoom' });
    if (picked.kind !== 'zoom') return;
    expect(picked.members).toHaveLength(3);
    const bounds = boundMembers(picked.members);
    expect([bounds.west, bounds.south, bounds.east, bounds.north].map((degrees) => degrees.toFixed(4))).toEqual([
      '-97.0000',
      '36.0000',
      '-96.9500',
      '36.1000',
    ]);
    board.setZoom(picked.zoom);
    expect(board.layout.signs.length).toBeGreaterThan(1);
  });

  it('[W-288] devices at one spot are offered, at every zoom, also if one is selected', () => {
    for (const zoom of [4, 12, 20]) {
      const board = makeBoard(zoom, device(1, 36, -97), device(2, 36, -97));
      const uids = () => {
        const picked = click(board, 36, -97, zoom);
        return picked.kind === 'list' ? picked.members.map((member) => member.device?.uid) : picked;
      };
      expect(uids()).toEqual([1, 2]);
      board.pinDevice(2);
      expect(uids()).toEqual([1, 2]);
    }
  });

  it('[W-288] a click between two signs takes neither', () => {
    const board = makeBoard(12, device(1, 36, -97), device(2, 36, -96.9966));
    expect(board.layout.signs).toHaveLength(2);
    expect(click(board, 36, -96.9983, 12)).toMatchObject({ kind: 'list' });
    expect(click(board, 36, -97, 12)).toEqual({ kind: 'device', uid: 1 });
  });

  it('[W-288] with 2,000 devices in view no click takes one of several', () => {
    const devices = Array.from({ length: 2000 }, (_, at) =>
      device(at + 1, 30 + ((at * 0.7549) % 1) * 15, -120 + ((at * 0.5698) % 1) * 40),
    );
    const board = makeBoard(5, ...devices);
    const countAt = (uid: number) => board.layout.signOfDevice.get(uid)?.members.length;
    const picks = devices.flatMap(({ uid, lat, lon }) => {
      const picked = click(board, lat, lon, 5);
      return picked.kind === 'device' ? [{ uid, picked: picked.uid }] : [];
    });
    expect(picks.length).toBeGreaterThan(0);
    expect(picks.filter(({ picked }) => countAt(picked) !== 1)).toEqual([]);
    expect(picks.filter(({ uid, picked }) => countAt(uid) === 1 && picked !== uid)).toEqual([]);
  });

  it('a marker without a device is left to its run', () => {
    const board = makeBoard(12);
    board.putRuns([marker], new Map());
    expect(click(board, 36, -97, 12)).toEqual({ kind: 'nothing' });
  });
});
