// Other features call these.

export { judgeDevices } from './readiness.service.ts';
