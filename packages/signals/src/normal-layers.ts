// The ziggurat algorithm of Marsaglia and Tsang for normally distributed numbers: 128 layers of equal area, so that 99
// % of the draws need only a comparison and a product. Most of the cost of a record is noise.
const LAYERS = 128;
const AREA = 9.912_563_035_262_17e-3;
export const TAIL_START = 3.442_619_855_899;
const INT32 = 2 ** 31;

function density(x: number): number {
  return Math.exp(-0.5 * x * x);
}

function buildLayers() {
  const limits = new Float64Array(LAYERS);
  const widths = new Float64Array(LAYERS);
  const heights = new Float64Array(LAYERS);
  const base = AREA / density(TAIL_START);
  limits[0] = (TAIL_START / base) * INT32;
  widths[0] = base / INT32;
  heights[0] = 1;
  widths[LAYERS - 1] = TAIL_START / INT32;
  heights[LAYERS - 1] = density(TAIL_START);
  let outer = TAIL_START;
  for (let layer = LAYERS - 2; layer >= 1; layer--) {
    const edge = Math.sqrt(-2 * Math.log(AREA / outer + density(outer)));
    limits[layer + 1] = (edge / outer) * INT32;
    widths[layer] = edge / INT32;
    heights[layer] = density(edge);
    outer = edge;
  }
  return { limits, widths, heights };
}

/** Per layer: the limit of 32-bit numbers surely inside, the width of a step, the density at its edge. */
export const { limits: LIMITS, widths: WIDTHS, heights: HEIGHTS } = buildLayers();
