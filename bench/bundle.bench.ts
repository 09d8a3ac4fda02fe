// Gzipped download sizes: before the login screen, before the map, and the map engine.
import { LANGUAGES, type Language } from '@waymark/domain/language/language';
import { BUDGET_KB, measureEngineKb, measureLoginKb, measureMapKb } from './bundle-parts.ts';
import { report } from './report.ts';

/** The measure of the language that downloads most. */
const mostOf = (measure: (language: Language) => number) => Math.max(...LANGUAGES.map(measure));
const [loginKb, mapKb] = [measureLoginKb('en'), mostOf(measureMapKb)];
const translatedKb = mostOf(measureLoginKb);

report(
  'bundle',
  { login_kb: loginKb, translated_login_kb: translatedKb, map_kb: mapKb, engine_kb: measureEngineKb() },
  [
    { name: 'login_kb', value: loginKb, op: '<=', aim: BUDGET_KB.login },
    { name: 'translated_login_kb', value: translatedKb, op: '<=', aim: BUDGET_KB.translatedLogin },
    { name: 'map_kb', value: mapKb, op: '<=', aim: BUDGET_KB.map },
  ],
);
