import type { RequestOf, VertexLineageQuery, VertexType } from '@tributary/contract'
import type { Command } from 'commander'
import { parseAssetType } from '../flags/asset-type.ts'
import { parseSteps } from '../flags/parse.ts'
import { renderLineage } from '../render/lineage.ts'
import type { Run } from '../terminal/run.ts'
import { addLineageQuestions } from './lineage-questions.ts'
import {
  addLineageFlags,
  askLineage,
  assertPast,
  type LineageFlags,
  openLineage,
  readText,
} from './lineage-session.ts'

interface LineageOptions extends LineageFlags {
  readonly up: number
  readonly down: number
  readonly asOf?: string
}

interface ExchangeOptions extends LineageFlags {
  readonly format?: string
  readonly dbtCatalog?: string
}

const EXAMPLE = `
Examples:
  $ tributary lineage METRIC average_delay --workspace examples/flights
  $ tributary lineage impact DATASET_COLUMN flights.delay --workspace examples/flights`

/** Adds `tributary lineage TYPE ID`, which prints where an asset comes from and what uses it, and its subcommands. */
export function addLineage(lineageCommand: Command, run: Run): void {
  lineageCommand
    .argument(
      '<type>',
      'METRIC, DIMENSION, DATASET, DATASET_COLUMN, FILE, FILE_COLUMN, …',
      parseAssetType,
    )
    .argument('<id>', 'id, such as average_delay or flights.delay')
    .option('--up <n>', 'steps upstream', parseSteps, 3)
    .option('--down <n>', 'steps downstream', parseSteps, 3)
    .option(
      '--as-of <moment>',
      'show the lineage at a point in time, such as 2026-01-31T12:00 (needs --data or --url)',
    )
    .addHelpText('after', EXAMPLE)
    .action((vertexType: VertexType, vertexId: string, options: LineageOptions) => {
      const { up, down, asOf } = options
      const query = {
        vertex_id: vertexId,
        vertex_type: vertexType,
        input_step: up,
        output_step: down,
        ...(asOf !== undefined && { as_of: asOf }),
      }
      return lineage(query, options, run)
    })
  const optionCount = lineageCommand.options.length
  addLineageFlags(lineageCommand)
  // The help of a subcommand lists these, which it takes as well.
  const shared = lineageCommand.options.slice(optionCount)
  lineageCommand.configureHelp({
    ...lineageCommand.configureHelp(),
    showGlobalOptions: true,
    visibleGlobalOptions: (command) => (command === lineageCommand ? [] : shared),
  })
  addLineageQuestions(lineageCommand, run)
  addLineageExchange(lineageCommand, run)
}

async function lineage(
  query: VertexLineageQuery,
  options: LineageOptions,
  run: Run,
): Promise<void> {
  await askLineage(options, run, async (session) => {
    if (query.as_of !== undefined) assertPast(options, session)
    const { signal } = run.effects
    const answer = await session.operations.vertexLineage(query, { signal })
    run.print(
      options.json ? [JSON.stringify(answer, null, 2)] : renderLineage(answer, query, run.paint),
    )
  })
}

/** Adds `tributary lineage export` and `tributary lineage import`. */
function addLineageExchange(lineage: Command, run: Run): void {
  lineage
    .command('export')
    .description('write the whole lineage to standard output')
    .option('--format <format>', 'json, csv, dot, mermaid, graphml, gexf or openlineage', 'json')
    .action((_, command) => write(command.optsWithGlobals(), run))
  lineage
    .command('import')
    .description('import lineage from a file and save it in the folder of --data')
    .argument(
      '<file>',
      'a dbt manifest.json, OpenLineage events, or an export as json, csv or openlineage',
    )
    .option('--format <format>', 'json, csv, dbt or openlineage, when detection fails')
    .option('--dbt-catalog <file>', 'catalog.json of the same dbt run, which lists every column')
    .action((file: string, _, command) => take(file, command.optsWithGlobals(), run))
}

async function write(options: ExchangeOptions, run: Run): Promise<void> {
  // The platform and the service refuse a text that is no format.
  const request = { format: options.format ?? 'json' } as RequestOf<'exportLineage'>
  await askLineage(options, run, async ({ local, operations }) => {
    const { signal, stdout } = run.effects
    const pieces =
      local === null
        ? [await operations.exportLineage(request, { signal })]
        : local.platform.lineagePieces(local.caller, request)
    run.progress.clear()
    for (const piece of pieces) {
      signal.throwIfAborted()
      stdout.write(piece)
    }
  })
}

async function take(file: string, options: ExchangeOptions, run: Run): Promise<void> {
  const { format, dbtCatalog: catalog } = options
  const text = await readText(file, run)
  // The platform refuses a text that is no format.
  const request = { ...text, ...(format !== undefined && { format }) } as RequestOf<'importLineage'>
  const further = catalog === undefined ? {} : { dbtCatalog: await readText(catalog, run) }
  await openLineage(options, run, async ({ local }) => {
    const report = await local.platform.as(local.caller).importLineage(request, further)
    if (options.json) {
      run.print([JSON.stringify(report, null, 2)])
      return
    }
    const savingNote = options.data === undefined ? '; not saved (pass --data to save it)' : ''
    run.print([
      `${report.format}: ${report.vertices} assets (${formatSignedCount(report.newVertices ?? 0)}), ${report.edges} edges (${formatSignedCount(report.newEdges ?? 0)})${savingNote}`,
    ])
  })
}

function formatSignedCount(count: number): string {
  return count < 0 ? `${count}` : `+${count}`
}
