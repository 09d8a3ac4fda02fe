import type { Context } from '../../platform/part.ts';
import { createToolsHandlers } from './tools.routes.ts';

export const createToolsPart = ({ database }: Context) => ({ handlers: { tools: createToolsHandlers(database) } });
