import type { Routes } from '@waymark/contract/routes/index';
import type { Handlers } from '../../platform/http/handlers.ts';
import { problem } from '../../platform/http/problem.ts';

const later = () => {
  throw problem('not-found');
};

export function createReportsHandlers(): Handlers<Routes['reports']> {
  return { readRunReport: later, readDeviceReport: later, exportRunReport: later, exportDeviceReport: later, writeReport: later };
}
