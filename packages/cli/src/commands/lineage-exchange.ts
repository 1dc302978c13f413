import type { LineageImport } from '@tributary/platform'
import type { Command } from 'commander'
import type { Run } from '../run.ts'
import { askLineage, type LineageFlags, openLineage, readText } from './lineage-session.ts'

interface ExchangeOptions extends LineageFlags {
  readonly format?: string
  readonly dbtCatalog?: string
}

/** Adds `tributary lineage export` and `tributary lineage import`. */
export function addLineageExchange(lineage: Command, run: Run): void {
  lineage
    .command('export')
    .description('write the whole lineage to standard output')
    .option('--format <format>', 'json, csv, dot, mermaid, graphml, gexf or openlineage', 'json')
    .action((_, command) => write(command.optsWithGlobals(), run))
  lineage
    .command('import')
    .description('take in lineage from a file and keep it in the folder of --data')
    .argument('<file>', 'a dbt manifest.json, OpenLineage events, or what export writes')
    .option('--format <format>', 'dbt or a format of export, where it is not recognised')
    .option('--dbt-catalog <file>', 'the catalog.json beside a dbt manifest, for all columns')
    .action((file: string, _, command) => take(file, command.optsWithGlobals(), run))
}

async function write(options: ExchangeOptions, run: Run): Promise<void> {
  await askLineage(options, run, async ({ platform, caller }) => {
    const pieces = platform.lineage(caller).write(options.format ?? 'json')
    run.progress.clear()
    for (const piece of pieces) {
      run.effects.signal.throwIfAborted()
      run.effects.stdout.write(piece)
    }
  })
}

async function take(file: string, options: ExchangeOptions, run: Run): Promise<void> {
  const { format, dbtCatalog: catalog } = options
  const given: LineageImport = {
    ...(await readText(file, run)),
    ...(format !== undefined && { format }),
    ...(catalog !== undefined && { dbtCatalog: await readText(catalog, run) }),
  }
  await openLineage(options, run, async ({ platform, caller }) => {
    const taken = await platform.lineage(caller).import(given)
    if (options.json) {
      run.print([JSON.stringify(taken, null, 2)])
      return
    }
    const kept = options.data === undefined ? '; not kept, give --data to keep it' : ''
    run.print([
      `${taken.format}: ${taken.vertices} assets (${signed(taken.newVertices)}), ${taken.edges} edges (${signed(taken.newEdges)})${kept}`,
    ])
  })
}

function signed(count: number): string {
  return count < 0 ? `${count}` : `+${count}`
}
