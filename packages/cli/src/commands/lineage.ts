import type { VertexLineageQuery } from '@tributary/platform'
import type { Command } from 'commander'
import { parseSteps } from '../options.ts'
import { renderLineage } from '../render/lineage.ts'
import type { Run } from '../run.ts'
import { addLineageExchange } from './lineage-exchange.ts'
import { addLineageQuestions } from './lineage-questions.ts'
import { addLineageFlags, askLineage, assertPast, type LineageFlags } from './lineage-session.ts'

interface LineageOptions extends LineageFlags {
  readonly up: number
  readonly down: number
  readonly asOf?: string
}

const EXAMPLE = `
Examples:
  $ tributary lineage METRIC average_delay --workspace examples/flights
  $ tributary lineage impact DATASET_COLUMN flights.delay --workspace examples/flights`

/** Adds `tributary lineage TYPE ID`, which prints where an asset comes from and what uses it, and more questions. */
export function addLineage(program: Command, run: Run): void {
  const lineageCommand = program
    .command('lineage')
    .description('show where a metric, dimension, dataset, file or column comes from')
    .argument('<type>', 'METRIC, DIMENSION, DATASET, DATASET_COLUMN, FILE, FILE_COLUMN, …')
    .argument('<id>', 'its id, such as average_delay or flights.delay')
    .option('--up <n>', 'steps upstream', parseSteps, 3)
    .option('--down <n>', 'steps downstream', parseSteps, 3)
    .option(
      '--as-of <moment>',
      'show the lineage of that moment, such as 2026-01-31T12:00, with --data',
    )
    .addHelpText('after', EXAMPLE)
    .action((vertexType: string, vertexId: string, options: LineageOptions) => {
      const query = { vertexType, vertexId, inputStep: options.up, outputStep: options.down }
      return lineage(query, options, run)
    })
  addLineageFlags(lineageCommand)
  addLineageQuestions(lineageCommand, run)
  addLineageExchange(lineageCommand, run)
}

async function lineage(
  query: VertexLineageQuery,
  options: LineageOptions,
  run: Run,
): Promise<void> {
  const { asOf } = options
  if (asOf !== undefined) assertPast(options)
  await askLineage(options, run, async ({ platform, caller }) => {
    const answer =
      asOf === undefined
        ? platform.vertexLineage(caller, query)
        : await platform.lineage(caller).vertexAsOf(query, asOf)
    run.print(
      options.json ? [JSON.stringify(answer, null, 2)] : renderLineage(answer, query, run.paint),
    )
  })
}
