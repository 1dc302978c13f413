import type { VertexLineageQuery } from '@tributary/platform'
import type { Command } from 'commander'
import { askAsOwner } from '../ask-as-owner.ts'
import { parseSteps } from '../options.ts'
import { renderLineage } from '../render/lineage.ts'
import type { Run } from '../run.ts'
import { addLineageQuestions } from './lineage-questions.ts'

interface LineageOptions {
  readonly workspace: string
  readonly up: number
  readonly down: number
  readonly json?: true
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
    .requiredOption('--workspace <dir>', 'the folder with the YAML files')
    .option('--up <n>', 'steps upstream', parseSteps, 3)
    .option('--down <n>', 'steps downstream', parseSteps, 3)
    .option('--json', 'print the answer as the HTTP API gives it')
    .addHelpText('after', EXAMPLE)
    .action((vertexType: string, vertexId: string, options: LineageOptions) => {
      const query = { vertexType, vertexId, inputStep: options.up, outputStep: options.down }
      return lineage(query, options, run)
    })
  addLineageQuestions(lineageCommand, run)
}

async function lineage(
  query: VertexLineageQuery,
  options: LineageOptions,
  run: Run,
): Promise<void> {
  await askAsOwner(options.workspace, run, async ({ platform, caller }) => {
    const answer = platform.vertexLineage(caller, query)
    run.print(
      options.json ? [JSON.stringify(answer, null, 2)] : renderLineage(answer, query, run.paint),
    )
  })
}
