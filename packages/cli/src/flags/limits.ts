import type { PlatformOptions } from '@tributary/platform'
import type { Command } from 'commander'
import { parseCount, parseMemory, parseWaiting } from './parse.ts'

/** The parsed flags; memory in bytes. */
export interface LimitFlags {
  readonly maxRows?: number
  readonly maxFilters?: number
  readonly maxDimensions?: number
  readonly maxGroups?: number
  readonly maxVertices?: number
  readonly maxHops?: number
  readonly questions?: number
  readonly questionsPerTenant?: number
  readonly waitingQuestions?: number
  readonly importsPerTenant?: number
  readonly engineMemory?: number
  readonly dataMemory?: number
  readonly processMemory?: number
}

/** Adds the flags of limits on questions and memory to a command that serves. */
export function addLimitFlags(command: Command): void {
  command
    .option('--max-rows <n>', 'rows of a result table (default: 10000)', parseCount)
    .option('--max-filters <n>', 'filters of a question (default: 1000)', parseCount)
    .option('--max-dimensions <n>', 'dimensions of a question (default: 100)', parseCount)
    .option('--max-groups <n>', 'groups that a question aggregates (default: 1000000)', parseCount)
    .option('--max-vertices <n>', 'assets of a lineage answer (default: 100000)', parseCount)
    .option('--max-hops <n>', 'hops of a lineage answer (default: 10000)', parseCount)
    .option('--questions <n>', 'questions that run at once (default: 8)', parseCount)
    .option(
      '--questions-per-tenant <n>',
      'questions of one tenant that run at once (default: 4)',
      parseCount,
    )
    .option(
      '--waiting-questions <n>',
      'questions of one tenant that wait; more get 429 (default: 100)',
      parseWaiting,
    )
    .option(
      '--imports-per-tenant <n>',
      'imports of one tenant that run at once; more get 429 (default: 4)',
      parseCount,
    )
    .option(
      '--engine-memory <size>',
      'memory of the engine of a tenant, such as 2GiB (default: a quarter of the memory)',
      parseMemory,
    )
    .option(
      '--process-memory <size>',
      'memory of the process at which questions are stopped (default: 80% of the memory)',
      parseMemory,
    )
    .option(
      '--data-memory <size>',
      'memory for datasets that are queried again, 0 for none (default: 512MiB)',
      parseMemory,
    )
}

type LimitOptions = Pick<
  PlatformOptions,
  'maxRows' | 'questionLimits' | 'engineBytes' | 'memoryBytes' | 'processBytes'
>

/** Converts the flags to options of `createPlatform`; a missing flag leaves its default. */
export function toLimitOptions(flags: LimitFlags): LimitOptions {
  const { maxRows, maxFilters, maxDimensions, engineMemory, dataMemory, processMemory } = flags
  const { maxVertices, maxHops, questions, questionsPerTenant } = flags
  const { maxGroups, waitingQuestions, importsPerTenant } = flags
  return {
    ...(maxRows !== undefined && { maxRows }),
    questionLimits: {
      ...(maxFilters !== undefined && { filters: maxFilters }),
      ...(maxDimensions !== undefined && { dimensions: maxDimensions }),
      ...(maxGroups !== undefined && { groups: maxGroups }),
      ...(maxVertices !== undefined && { vertices: maxVertices }),
      ...(maxHops !== undefined && { hops: maxHops }),
      ...(questions !== undefined && { running: questions }),
      ...(questionsPerTenant !== undefined && { runningPerTenant: questionsPerTenant }),
      ...(waitingQuestions !== undefined && { waiting: waitingQuestions }),
      ...(importsPerTenant !== undefined && { imports: importsPerTenant }),
    },
    ...(engineMemory !== undefined && { engineBytes: engineMemory }),
    ...(dataMemory !== undefined && { memoryBytes: dataMemory }),
    ...(processMemory !== undefined && { processBytes: processMemory }),
  }
}
