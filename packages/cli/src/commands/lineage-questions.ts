import type { VertexType } from '@tributary/contract'
import type { LineageAnswers } from '@tributary/platform'
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
        const from = { vertexType: fromType, vertexId: fromId }
        const to = { vertexType: toType, vertexId: toId }
        return answer(command, run, (answers) => answers.evidence(from, to), renderEvidence)
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
        const counted = columns ? { edgeTypes: ['COLUMN_IMPACT'] } : {}
        const ask = (answers: LineageAnswers) => answers.impact({ vertexType, vertexId }, counted)
        return answer(command, run, ask, renderImpact)
      },
    )
  lineage
    .command('single-points')
    .description('show everything upstream whose removal alone breaks an asset')
    .argument('<type>', 'type of asset, such as METRIC', parseAssetType)
    .argument('<id>', ID)
    .action((vertexType: VertexType, vertexId: string, _, command) => {
      const ask = (answers: LineageAnswers) => answers.singlePoints({ vertexType, vertexId })
      return answer(command, run, ask, renderSinglePoints)
    })
  lineage
    .command('loose-ends')
    .description('show assets that no metric or view uses, and assets without a source')
    .action((_, command) => answer(command, run, (answers) => answers.looseEnds(), renderLooseEnds))
  lineage
    .command('cycles')
    .description('show assets that feed one another in a cycle')
    .action((_, command) => answer(command, run, (answers) => answers.cycles(), renderCycles))
  lineage
    .command('difference')
    .description('show what changed since a point in time (needs --data)')
    .argument('<from>', 'point in time, such as 2026-01-31 or 2026-01-31T12:00+01:00')
    .argument('[to]', 'later point in time (default: now)')
    .action(async (from: string, to: string | undefined, _, command) => {
      assertPast(command.optsWithGlobals())
      const query = to === undefined ? { from } : { from, to }
      return answer(command, run, (answers) => answers.difference(query), renderDifference)
    })
}

async function answer<Data>(
  command: Command,
  run: Run,
  ask: (answers: LineageAnswers) => Data | Promise<Data>,
  render: (data: Data, paint: Paint) => readonly string[],
): Promise<void> {
  const flags = command.optsWithGlobals<LineageFlags>()
  await askLineage(flags, run, async ({ platform, caller }) => {
    const data = await ask(platform.lineage(caller))
    run.print(flags.json ? [JSON.stringify(data, null, 2)] : render(data, run.paint))
  })
}
