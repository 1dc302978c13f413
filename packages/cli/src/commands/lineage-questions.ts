import type { Operations, VertexType } from '@tributary/contract'
import type { Command } from 'commander'
import { parseAssetType } from '../flags/asset-type.ts'
import {
  renderCycles,
  renderDifference,
  renderEvidence,
  renderImpact,
  renderLooseEnds,
  renderSinglePoints,
} from '../render/lineage-questions.ts'
import type { Paint } from '../terminal/paint.ts'
import type { Run } from '../terminal/run.ts'
import { askLineage, assertPast, type LineageFlags } from './lineage-session.ts'

const ID = 'id, such as average_delay or flights.delay'

/** Adds `tributary lineage evidence`, `impact`, `single-points`, `loose-ends`, `cycles` and `difference`. */
export function addLineageQuestions(lineage: Command, run: Run): void {
  lineage
    .command('evidence')
    .description('show a shortest path along which data flows from one asset to another')
    .argument('<from-type>', 'type of asset, such as METRIC', parseAssetType)
    .argument('<from-id>', ID)
    .argument('<to-type>', 'type of asset, such as METRIC', parseAssetType)
    .argument('<to-id>', ID)
    .action(
      (fromType: VertexType, fromId: string, toType: VertexType, toId: string, _, command) => {
        const request = { from_type: fromType, from_id: fromId, to_type: toType, to_id: toId }
        const ask = (operations: Operations) => operations.lineageEvidence(request)
        return answer(command, run, ask, renderEvidence)
      },
    )
  lineage
    .command('impact')
    .description('show what breaks and what degrades when an asset is lost')
    .argument('<type>', 'type of asset, such as METRIC', parseAssetType)
    .argument('<id>', ID)
    .option('--columns', 'follow edges between columns only, not those of whole tables')
    .action(
      (vertex_type: VertexType, vertex_id: string, { columns }: { columns?: true }, command) => {
        const edges = columns ? { edge_types: ['COLUMN_IMPACT'] as const } : {}
        const ask = (operations: Operations) =>
          operations.lineageImpact({ vertex_type, vertex_id, ...edges })
        return answer(command, run, ask, renderImpact)
      },
    )
  lineage
    .command('single-points')
    .description('show everything upstream whose removal alone breaks an asset')
    .argument('<type>', 'type of asset, such as METRIC', parseAssetType)
    .argument('<id>', ID)
    .action((vertex_type: VertexType, vertex_id: string, _, command) => {
      const ask = (operations: Operations) =>
        operations.lineageSinglePoints({ vertex_type, vertex_id })
      return answer(command, run, ask, renderSinglePoints)
    })
  lineage
    .command('loose-ends')
    .description('show assets that no metric or view uses, and assets without a source')
    .action((_, command) =>
      answer(command, run, (operations) => operations.lineageLooseEnds(), renderLooseEnds),
    )
  lineage
    .command('cycles')
    .description('show assets that feed one another in a cycle')
    .action((_, command) =>
      answer(command, run, (operations) => operations.lineageCycles(), renderCycles),
    )
  lineage
    .command('difference')
    .description('show what changed since a point in time (needs --data)')
    .argument('<from>', 'point in time, such as 2026-01-31 or 2026-01-31T12:00+01:00')
    .argument('[to]', 'later point in time (default: now)')
    .action(async (from: string, to: string | undefined, _, command) => {
      assertPast(command.optsWithGlobals())
      const query = to === undefined ? { from } : { from, to }
      return answer(
        command,
        run,
        (operations) => operations.lineageDifference(query),
        renderDifference,
      )
    })
}

async function answer<Data>(
  command: Command,
  run: Run,
  ask: (operations: Operations) => Promise<Data>,
  render: (data: Data, paint: Paint) => readonly string[],
): Promise<void> {
  const flags = command.optsWithGlobals<LineageFlags>()
  await askLineage(flags, run, async ({ platform, caller }) => {
    const data = await ask(platform.as(caller))
    run.print(flags.json ? [JSON.stringify(data, null, 2)] : render(data, run.paint))
  })
}
