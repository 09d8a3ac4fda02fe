import type { RunId } from '@waymark/domain/ids';
import type { Generated } from 'kysely';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    tool_types: { id: number; name: string };
    tools: {
      id: number;
      tool_type_id: number;
      size_least: number;
      size_most: number;
      speed_least: number;
      speed_most: number;
    };
    machine_learning_algorithm_tools: { tool_id: number; algorithm_id: number };
    pig_run_tools: { id: Generated<number>; run_id: RunId; tool_id: number };
  }
}
