import type { FixedSizes, Size } from '#/ui/window/window-placement.ts';

// In the documents' px (X-07).

export const STREAM_SIZE: Size = { width: 840, height: 610 };

export const STREAM_SIZES: FixedSizes = {
  maximisedHeight: 880,
  phone: { width: 420, height: 305, maximisedHeight: 400 },
};

export const OPTIONS_SIZE: Size = { width: 420, height: 560 };
