import { findAutoThresholds } from './auto-thresholds.ts';
import { Detectors, type Trigger } from './detectors.ts';
import type {
  CapturedPassage,
  EmSignal,
  PlotWindow,
  StreamEngine,
  StreamHappening,
  StreamStatus,
  ThresholdPath,
  WeldSpeed,
} from './engine-types.ts';
import { FRAME_ROWS, type StreamFrame } from './frame.ts';
import { orderFrame } from './frame-order.ts';
import { Hold } from './hold.ts';
import { limitThreshold } from './limit-threshold.ts';
import { Playout } from './playout.ts';
import { PlotWindows, type Shown } from './plot-windows.ts';
import { limitRssiHz, rssiChannelOf } from './rssi.ts';
import type { StreamSettings } from './settings.ts';
import { DEFAULT_SPAN, POINTS, stepMsOf, WELD_COUNT_REFRESH_MS, type SpanSeconds } from './spans.ts';
import { keepUnchanged } from './stream-status.ts';
import { StreamMemory } from './memory/stream-memory.ts';
import { DEFAULT_THRESHOLDS, type ThresholdName, type Thresholds } from './thresholds.ts';
import { WeldWatch } from './welds/weld-watch.ts';

const SILENT_MS = 5000;
/** Limits the stored triggers; older detections lie outside of every plot. */
const MOST_TRIGGERS = 200;

interface StreamEngineOptions {
  readonly settings: StreamSettings;
  readonly span?: SpanSeconds;
  readonly thresholds?: Thresholds;
}

class Engine implements StreamEngine {
  readonly #memory = new StreamMemory();
  readonly #playout = new Playout();
  readonly #detectors = new Detectors();
  readonly #welds = new WeldWatch();
  readonly #windows = new PlotWindows();
  readonly #hold = new Hold();
  /** A copy of the memory at the time of the pause, created when first needed. */
  #still: StreamMemory | null = null;
  #settings: StreamSettings;
  #span: SpanSeconds;
  #rssiHz: number;
  #thresholds: Thresholds;
  #last: Pick<StreamFrame, 'seq' | 't'> | null = null;
  #lostFrames = 0;
  #now: number | null = null;
  #heardAt: number | null = null;
  #hasHeard = false;
  #weldsReadAt = -Infinity;
  #weldCount = 0;
  #weldSpeed: WeldSpeed | null = null;
  #triggers: readonly Trigger[] = [];
  /** Captured, but not shown yet. */
  #captured: readonly CapturedPassage[] = [];
  #status: StreamStatus;

  constructor({ settings, span = DEFAULT_SPAN, thresholds = DEFAULT_THRESHOLDS }: StreamEngineOptions) {
    this.#settings = settings;
    this.#span = span;
    this.#rssiHz = limitRssiHz(settings.realTime.Freq1);
    this.#thresholds = thresholds;
    this.#detectors.enable(settings.realTime);
    this.#status = this.#describe();
  }

  get status(): StreamStatus {
    return this.#status;
  }

  get span(): SpanSeconds {
    return this.#span;
  }

  get rssiHz(): number {
    return this.#rssiHz;
  }

  push(frame: StreamFrame): void {
    const order = this.#last === null ? null : orderFrame(this.#last, frame);
    if (order?.type === 'late') return;
    if (order?.type === 'reset') this.#forgetStream();
    if (order?.type === 'next') this.#lostFrames += order.lost;
    this.#last = { seq: frame.seq, t: frame.t };
    this.#hasHeard = true;
    const firstRow = this.#memory.push(frame, order?.type === 'next' ? order.rows : FRAME_ROWS);
    this.#welds.push(frame, this.#thresholds.weld, this.#settings.geoSpeed);
    this.#judge(frame, firstRow);
    this.#update();
  }

  advance(now: number): readonly StreamHappening[] {
    this.#now = now;
    if (this.#hasHeard) this.#heardAt = now;
    this.#heardAt ??= now;
    this.#hasHeard = false;
    this.#playout.advance(now, this.#memory.newestAt);
    if (this.#hold.isOver(now)) this.#hold.goOn();
    this.#show();
    if (this.#hold.pause === null && this.#captured.length === 0) this.#detectors.arm();
    if (now - this.#weldsReadAt >= WELD_COUNT_REFRESH_MS) this.#readWeldSpeed(now);
    this.#update();
    return this.#hold.drain();
  }

  pause(): void {
    const at = this.#shownAt;
    if (at === null) return;
    if (this.#hold.pause === null) this.#freeze();
    this.#hold.stop({ reason: 'person', at });
    this.#update();
  }

  resume(): void {
    this.#hold.goOn();
    this.#update();
  }

  setSpan(span: SpanSeconds): void {
    this.#span = span;
  }

  setRssiHz(hz: number): void {
    this.#rssiHz = limitRssiHz(hz);
  }

  setSettings(settings: StreamSettings): void {
    if (settings.realTime.Freq1 !== this.#settings.realTime.Freq1) this.setRssiHz(settings.realTime.Freq1);
    this.#settings = settings;
    this.#detectors.enable(settings.realTime);
    this.#measureWeldSpeed();
    this.#update();
  }

  setThreshold(name: ThresholdName, value: number, path: ThresholdPath): void {
    if (Number.isNaN(value)) return;
    this.#thresholds = { ...this.#thresholds, [name]: limitThreshold(name, value, path) };
    this.#update();
  }

  autoThresholds(): void {
    // Always one minute: less may be too quiet, more may contain an older passage.
    const shown = { ...this.#shown, span: DEFAULT_SPAN };
    const heard = {
      mag: this.#windows.readEm(shown, 'mag'),
      rssi: this.#windows.readRssi(shown, rssiChannelOf(this.#rssiHz)),
      geo: this.#windows.readGeo(shown),
    };
    this.#thresholds = findAutoThresholds(
      heard,
      this.#triggers.map(({ at }) => at),
      this.#thresholds,
    );
    this.#update();
  }

  release(passage: CapturedPassage): void {
    this.#hold.release(passage);
    this.#update();
  }

  readEm(signal: EmSignal): PlotWindow {
    return this.#windows.readEm(this.#shown, signal);
  }

  readRssi(): PlotWindow {
    return this.#windows.readRssi(this.#shown, rssiChannelOf(this.#rssiHz));
  }

  readGeo(): { readonly low: PlotWindow; readonly high: PlotWindow } {
    return this.#windows.readGeo(this.#shown);
  }

  readSpectrum(): Float32Array {
    return this.#windows.readSpectrum(this.#shown);
  }

  readWelds(): readonly number[] {
    const at = this.#shownAt;
    if (at === null || !this.#settings.geoSpeed.Enable) return [];
    return this.#welds.list(at - POINTS * stepMsOf(this.#span), at);
  }

  get #shownAt(): number | null {
    return this.#hold.pause === null ? this.#playout.at : this.#hold.pause.at;
  }

  get #shown(): Shown {
    const memory = this.#hold.pause === null ? this.#memory : (this.#still ?? this.#memory);
    return { memory, span: this.#span, at: this.#shownAt };
  }

  #judge(frame: StreamFrame, firstRow: number): void {
    const listening = { thresholds: this.#thresholds, span: this.#span, rssiChannel: rssiChannelOf(this.#rssiHz) };
    const triggers = this.#detectors.push(frame, firstRow, listening);
    if (triggers.length > 0) this.#triggers = [...this.#triggers, ...triggers].slice(-MOST_TRIGGERS);
    for (const trigger of triggers) this.#hold.annotate(trigger);
    const captured = this.#detectors.capture(this.#memory);
    if (captured.length > 0) this.#captured = [...this.#captured, ...captured];
  }

  /** A passage is reported when its end is shown, or at once while paused. */
  #show(): void {
    const newestAt = this.#memory.newestAt ?? 0;
    for (let [passage] = this.#captured; passage; [passage] = this.#captured) {
      const endsAt = Math.min(passage.endsAt, newestAt);
      if (this.#hold.pause === null && (this.#playout.at ?? 0) < endsAt) return;
      this.#captured = this.#captured.slice(1);
      this.#happen(passage, endsAt);
    }
  }

  #happen(passage: CapturedPassage, shownAt: number): void {
    if (this.#hold.pause === null) this.#freeze();
    this.#hold.take(passage, this.#settings.realTime, { shownAt, now: this.#now ?? 0 });
  }

  #freeze(): void {
    this.#still ??= new StreamMemory();
    this.#still.copyFrom(this.#memory);
  }

  #forgetStream(): void {
    for (const passage of this.#captured) this.#happen(passage, this.#playout.at ?? passage.endsAt);
    this.#captured = [];
    this.#memory.clear();
    this.#playout.restart();
    this.#detectors.clear();
    this.#welds.clear();
    this.#triggers = [];
    if (this.#hold.pause === null) this.#hold.goOn();
  }

  #readWeldSpeed(now: number): void {
    this.#weldsReadAt = now;
    this.#weldCount = this.#welds.count;
    this.#measureWeldSpeed();
  }

  #measureWeldSpeed(): void {
    const at = this.#shownAt;
    const { geoSpeed } = this.#settings;
    this.#weldSpeed = geoSpeed.Enable && at !== null ? this.#welds.measure(at, geoSpeed) : null;
  }

  #update(): void {
    this.#status = keepUnchanged(this.#status, this.#describe());
  }

  #describe(): StreamStatus {
    const at = this.#shownAt;
    const { pause, held, annotations } = this.#hold;
    const isSilent = this.#now !== null && this.#heardAt !== null && this.#now - this.#heardAt > SILENT_MS;
    return {
      streamTime: at === null ? null : Math.floor(at / 1000) * 1000,
      pause,
      detectors: {
        mag: this.#detectors.stateOf('mag'),
        elf: this.#detectors.stateOf('elf'),
        geo: this.#detectors.stateOf('geo'),
      },
      thresholds: this.#thresholds,
      held,
      annotations,
      weldSpeed: this.#weldSpeed,
      weldCount: this.#weldCount,
      lostFrames: this.#lostFrames,
      isSilent,
    };
  }
}

export function createStreamEngine(options: StreamEngineOptions): StreamEngine {
  return new Engine(options);
}
