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
import type { QuestionSession } from '../session/question-session.ts'
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
        const ends = { from_type: fromType, from_id: fromId, to_type: toType, to_id: toId }
        const ask = (operations: Operations) => operations.lineageEvidence(ends)
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
      (vertexType: VertexType, vertexId: string, { columns }: { columns?: true }, command) => {
        const asset = { vertex_type: vertexType, vertex_id: vertexId }
        const request = { ...asset, ...(columns && { edge_types: ['COLUMN_IMPACT' as const] }) }
        const ask = (operations: Operations) => operations.lineageImpact(request)
        return answer(command, run, ask, renderImpact)
      },
    )
  lineage
    .command('single-points')
    .description('show everything upstream whose removal alone breaks an asset')
    .argument('<type>', 'type of asset, such as METRIC', parseAssetType)
    .argument('<id>', ID)
    .action((vertexType: VertexType, vertexId: string, _, command) => {
      const asset = { vertex_type: vertexType, vertex_id: vertexId }
      const ask = (operations: Operations) => operations.lineageSinglePoints(asset)
      return answer(command, run, ask, renderSinglePoints)
    })
  lineage
    .command('loose-ends')
    .description('show assets that no metric or view uses, and assets without a source')
    .action((_, command) => {
      const ask = (operations: Operations) => operations.lineageLooseEnds()
      return answer(command, run, ask, renderLooseEnds)
    })
  lineage
    .command('cycles')
    .description('show assets that feed one another in a cycle')
    .action((_, command) => {
      const ask = (operations: Operations) => operations.lineageCycles()
      return answer(command, run, ask, renderCycles)
    })
  lineage
    .command('difference')
    .description('show what changed since a point in time (needs --data or --url)')
    .argument('<from>', 'point in time, such as 2026-01-31 or 2026-01-31T12:00+01:00')
    .argument('[to]', 'later point in time (default: now)')
    .action((from: string, to: string | undefined, _, command) => {
      const moments = to === undefined ? { from } : { from, to }
      const ask = (operations: Operations, session: QuestionSession) => {
        assertPast(command.optsWithGlobals(), session)
        return operations.lineageDifference(moments)
      }
      return answer(command, run, ask, renderDifference)
    })
}

async function answer<Data>(
  command: Command,
  run: Run,
  ask: (operations: Operations, session: QuestionSession) => Promise<Data>,
  render: (data: Data, paint: Paint) => readonly string[],
): Promise<void> {
  const flags = command.optsWithGlobals<LineageFlags>()
  await askLineage(flags, run, async (session) => {
    const data = await ask(session.operations, session)
    run.print(flags.json ? [JSON.stringify(data, null, 2)] : render(data, run.paint))
  })
}
