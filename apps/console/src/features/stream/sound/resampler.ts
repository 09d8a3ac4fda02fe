/**
 * Reads a signal in steps of any length on a smooth curve through its points (Catmull-Rom): the rates of sound card and
 * device differ. For an eightfold oversampled signal such as this one the error is under -50 dB.
 */
export class Resampler {
  readonly #next: () => number;
  #before = 0;
  #from = 0;
  #to = 0;
  #after = 0;
  #position = 1;

  constructor(next: () => number) {
    this.#next = next;
  }

  /** Restarts on the first points of another signal. */
  prime(): void {
    this.#position = 4;
    this.walk(0);
  }

  /** `step`: how many points of the signal to advance. */
  walk(step: number): number {
    for (; this.#position >= 1; this.#position -= 1) this.#shift();
    const sound = this.#curveAt(this.#position);
    this.#position += step;
    return sound;
  }

  #shift(): void {
    this.#before = this.#from;
    this.#from = this.#to;
    this.#to = this.#after;
    this.#after = this.#next();
  }

  #curveAt(x: number): number {
    const slopeFrom = (this.#to - this.#before) / 2;
    const slopeTo = (this.#after - this.#from) / 2;
    const rise = this.#to - this.#from;
    return (
      this.#from + x * (slopeFrom + x * (3 * rise - 2 * slopeFrom - slopeTo + x * (slopeFrom + slopeTo - 2 * rise)))
    );
  }
}
