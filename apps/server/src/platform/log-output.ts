import fs from 'node:fs';
import { setTimeout as later } from 'node:timers';

const MOST_WAITING_CHARACTERS = 1_048_576;
const RETRY_MS = 100;
/** How long the exiting process waits for a running write. */
const LAST_WRITE_MS = 50;
/** A write that takes longer is stuck: another one would block the end of the process. */
const STUCK_AFTER_MS = 1000;

/**
 * Writes log lines to a file descriptor. It never blocks, throws or ends the process, even on a full disk or with a
 * stuck reader: such lines are dropped and counted, and the next written line reports the count.
 */
export class LogOutput {
  readonly #fd: number;
  #waiting: string[] = [];
  #waitingCharacters = 0;
  #isWriting = false;
  #writingSince = 0;
  #dropped = 0;
  #unreported = 0;

  constructor(fd: number) {
    this.#fd = fd;
  }

  /** Dropped lines since the start of the process. */
  get dropped(): number {
    return this.#dropped;
  }

  write(line: string): void {
    if (this.#waitingCharacters + line.length > MOST_WAITING_CHARACTERS) this.#drop(1);
    else {
      this.#waiting.push(line);
      this.#waitingCharacters += line.length;
    }
    this.#writeNext();
  }

  /** At the end of the process: writes pending lines once, unless the descriptor is stuck. */
  writeRest(): void {
    if (this.#isWriting && performance.now() - this.#writingSince > STUCK_AFTER_MS) return;
    if (this.#isWriting) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LAST_WRITE_MS);
    try {
      fs.writeSync(this.#fd, this.#waiting.join(''));
    } catch {
      this.#drop(this.#waiting.length);
    }
    this.#waiting = [];
  }

  #writeNext(): void {
    if (this.#isWriting || this.#waiting.length === 0) return;
    const lines = this.#waiting;
    this.#waiting = [];
    this.#waitingCharacters = 0;
    this.#isWriting = true;
    this.#writingSince = performance.now();
    const reported = this.#unreported;
    this.#writeBytes(Buffer.from(describeDropped(reported) + lines.join('')), { lines: lines.length, reported });
  }

  #writeBytes(bytes: Buffer, batch: { readonly lines: number; readonly reported: number }): void {
    fs.write(this.#fd, bytes, (error, written) => {
      if (error?.code === 'EAGAIN') {
        later(() => this.#writeBytes(bytes, batch), RETRY_MS).unref();
        return;
      }
      if (!error && written < bytes.length) {
        this.#writeBytes(bytes.subarray(written), batch);
        return;
      }
      if (error) this.#drop(batch.lines);
      else this.#unreported -= batch.reported;
      this.#isWriting = false;
      this.#writeNext();
    });
  }

  #drop(lines: number): void {
    this.#dropped += lines;
    this.#unreported += lines;
  }
}

function describeDropped(lines: number): string {
  if (lines === 0) return '';
  const [time, msg] = [new Date().toISOString(), `${lines} log lines could not be written and were dropped`];
  return `${JSON.stringify({ level: 'warn', time, msg })}\n`;
}
