import type { FixedSizes, Size } from '#/ui/window/window-placement.ts';

// CSS px, as the requirements give them.

export const STREAM_SIZE: Size = { width: 840, height: 610 };

export const STREAM_SIZES: FixedSizes = {
  maximisedHeight: 880,
  phone: { width: 420, height: 305, maximisedHeight: 400 },
};

export const OPTIONS_SIZE: Size = { width: 420, height: 560 };
