import type { Context } from '../../platform/part.ts';
import { createSystemHandlers, type SystemOptions } from './system.routes.ts';

interface Options extends Context, SystemOptions {}

export const createSystemPart = (options: Options) => ({ handlers: { system: createSystemHandlers(options) } });
