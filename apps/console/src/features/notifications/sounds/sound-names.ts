export const SOUND_NAMES = ['None', 'Standard', 'Space Dog', 'Martian', 'Magic', 'Oringzz', 'Bling'] as const;
export type SoundName = (typeof SOUND_NAMES)[number];
export type AudibleSound = Exclude<SoundName, 'None'>;
