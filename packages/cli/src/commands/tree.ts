import type { BreakdownData, TreeComparisonData } from '@tributary/contract'
import type { Command } from 'commander'
import { addBadRowsFlag } from '../flags/bad-rows.ts'
import { addComparisonFlags, type Comparison } from '../flags/comparison.ts'
import { collect } from '../flags/parse.ts'
import { addPlaceFlags } from '../flags/place.ts'
import { ABOUT_COMPARED_RANGES } from '../flags/ranges.ts'
import { renderMetricTree } from '../render/metric-tree.ts'
import type { QuestionSession } from '../session/question-session.ts'
import type { Run } from '../terminal/run.ts'
import { askComparison, type ComparisonOptions } from './ask-comparison.ts'

interface TreeOptions extends ComparisonOptions {
  readonly exact?: true
  readonly json?: true
}

const EXAMPLE = `${ABOUT_COMPARED_RANGES}

Examples:
  $ tributary tree late_rate --workspace examples/flights --current 2001-06
  $ tributary tree average_delay --workspace examples/flights --current 2001-06 --peers origin_state=CA,TX`

/** Adds `tributary tree METRIC`, which prints what the metrics below a metric contribute to its change. */
export function addTree(command: Command, run: Run): void {
  command.argument('<metric>', 'metric name, code or display name')
  addComparisonFlags(command)
    .option('--where <condition>', 'keep only matching rows (repeatable)', collect)
    .option('--average', 'compare averages per period instead of totals')
    .option('--exact', 'print every digit')
    .option('--json', 'print the answer as JSON, as the HTTP API returns it')
    .addHelpText('after', EXAMPLE)
    .action((metric: string, options: TreeOptions) => tree(metric, options, run))
  addBadRowsFlag(addPlaceFlags(command), ['data', 'store', 'url'])
}

async function tree(metric: string, options: TreeOptions, run: Run): Promise<void> {
  const task = 'asking'
  await askComparison({ metric, options, task }, run, async (session, { comparison }) => {
    const { signal } = run.effects
    const definition = await session.operations.breakDown({ metric }, { signal })
    const answer = await compare(session, { definition, comparison }, signal)
    if (options.json) return run.print([JSON.stringify(answer, null, 2)])
    run.print(
      renderMetricTree({
        definition,
        answer,
        kind: comparison.kind,
        sides: formatTreeSides(comparison),
        presentations: await session.findPresentations(namesIn(definition)),
        exact: options.exact === true,
        paint: run.paint,
        width: run.effects.stdout.columns,
      }),
    )
  })
}

function formatTreeSides({ notes, attribution }: Comparison): string {
  const { attributionCalculateType, filters } = attribution
  const where = (filters ?? []).map((filter) => `, where ${filter}`).join('')
  const mean = attributionCalculateType === 'AVG' ? ', averages per period' : ''
  return `${notes.current} against ${notes.compare}${where}${mean}`
}

/** The metrics of a tree; those that temporary ones are made of in their place. */
function namesIn({ metricTreeNodes, metricDefinitions }: BreakdownData): readonly string[] {
  return Object.values(metricTreeNodes).map((name) => metricDefinitions[name]?.refMetric ?? name)
}

function compare(
  { operations }: QuestionSession,
  treeQuestion: { readonly definition: BreakdownData; readonly comparison: Comparison },
  signal: AbortSignal,
): Promise<TreeComparisonData> {
  const { definition: metricTreeDef, comparison } = treeQuestion
  return comparison.kind === 'times'
    ? operations.compareTreeTimes(
        { metricTreeDef, attribution: comparison.attribution },
        { signal },
      )
    : operations.compareTreePeers(
        { metricTreeDef, attribution: comparison.attribution },
        { signal },
      )
}
