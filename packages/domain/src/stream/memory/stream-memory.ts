import { EmRings } from './em-rings.ts';
import { FRAME_ROWS, ROW_MS, type StreamFrame } from '../frame.ts';
import { GeoRings } from './geo-rings.ts';
import { RING_POINTS, stepMsOf, type SpanSeconds } from '../spans.ts';

/** Number of the first row: a multiple of every decimation, and large enough that the row before it is valid. */
export const FIRST_ROW = 30;

/** The recent data of a stream, with its times. */
export class StreamMemory {
  readonly em = new EmRings();
  readonly geo = new GeoRings();
  #newestRow: number | null = null;
  /** UTC milliseconds of row 0 according to the newest frame. */
  #originAt = 0;

  get newestRow(): number | null {
    return this.#newestRow;
  }

  /** UTC milliseconds of the newest row. */
  get newestAt(): number | null {
    return this.#newestRow === null ? null : this.timeOfRow(this.#newestRow);
  }

  timeOfRow(row: number): number {
    return this.#originAt + row * ROW_MS;
  }

  timeOfPoint(span: SpanSeconds, point: number): number {
    return this.#originAt + point * stepMsOf(span);
  }

  /** The last point that began at or before `at`. */
  findPoint(span: SpanSeconds, at: number): number {
    return Math.floor((at - this.#originAt) / stepMsOf(span));
  }

  hasRow(row: number): boolean {
    return this.#newestRow !== null && row <= this.#newestRow && row > this.#newestRow - RING_POINTS;
  }

  /** Adds a frame `rows` after the one before. Returns the number of its first row. */
  push(frame: StreamFrame, rows: number): number {
    const firstRow = this.#newestRow === null ? FIRST_ROW : this.#newestRow - FRAME_ROWS + 1 + rows;
    this.em.push(frame.em, firstRow);
    this.geo.push(frame.geo, firstRow);
    this.#newestRow = firstRow + FRAME_ROWS - 1;
    this.#originAt = frame.t - firstRow * ROW_MS;
    return firstRow;
  }

  copyFrom(other: StreamMemory): void {
    this.em.copyFrom(other.em);
    this.geo.copyFrom(other.geo);
    this.#newestRow = other.#newestRow;
    this.#originAt = other.#originAt;
  }

  clear(): void {
    this.em.clear();
    this.geo.clear();
    this.#newestRow = null;
  }
}
