// Other features call these inside their change.

export { changePassageInRun, moveToMarker, type Decision } from './change-passage.ts';
export { lockRunsOf as lock } from './lock-run.ts';
