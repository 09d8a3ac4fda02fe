import type { ModelName } from './model-name.ts';
import elf from './models/elf.json' with { type: 'json' };
import elfSnippet from './models/elf-snippet.json' with { type: 'json' };
import geo from './models/geo.json' with { type: 'json' };
import geoAudio from './models/geo-audio.json' with { type: 'json' };
import geoAudioSnippet from './models/geo-audio-snippet.json' with { type: 'json' };
import geoSnippet from './models/geo-snippet.json' with { type: 'json' };
import mag from './models/mag.json' with { type: 'json' };
import magSnippet from './models/mag-snippet.json' with { type: 'json' };
import type { ScoringModel } from './scoring-model.ts';

/** As `npm run train` left them. */
export const SHIPPED_MODELS: Readonly<Record<ModelName, ScoringModel>> = {
  elf,
  geo,
  mag,
  'geo-audio': geoAudio,
  'elf-snippet': elfSnippet,
  'geo-snippet': geoSnippet,
  'mag-snippet': magSnippet,
  'geo-audio-snippet': geoAudioSnippet,
};
