import type { BreakdownData, TreeComparisonData } from '@tributary/contract'
import { localTime } from '@tributary/platform/internal'
import type { Command } from 'commander'
import { addBadRowsFlag } from '../flags/bad-rows.ts'
import { inCommandWords } from '../flags/command-words.ts'
import {
  addComparisonFlags,
  COMPARISON_WORDS,
  type Comparison,
  type ComparisonFlags,
  readComparison,
} from '../flags/comparison.ts'
import { withNameExamples } from '../flags/name-examples.ts'
import { collect } from '../flags/parse.ts'
import { addPlaceFlags, type PlaceFlags, resolvePlace } from '../flags/place.ts'
import { ABOUT_COMPARED_RANGES } from '../flags/ranges.ts'
import { renderMetricTree } from '../render/metric-tree.ts'
import { askAsOwner, type OwnerSession } from '../session/ask-as-owner.ts'
import { conditionError } from '../session/condition-error.ts'
import { collectPresentations } from '../session/presentations.ts'
import type { Run } from '../terminal/run.ts'

interface TreeOptions extends PlaceFlags, ComparisonFlags {
  readonly where?: readonly string[]
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
  addBadRowsFlag(addPlaceFlags(command), ['data', 'store'])
}

async function tree(metric: string, options: TreeOptions, run: Run): Promise<void> {
  const place = resolvePlace(options, run.effects.cwd)
  await askAsOwner(place, run, async (session) => {
    run.progress.show('asking')
    const { definitions } = session
    const now = localTime(run.effects.clock.now(), definitions.timeZone)
    try {
      const comparison = readComparison(options, options.where ?? [], {
        now,
        calendar: definitions.calendar,
      })
      const definition = await session.platform.as(session.caller).breakDown({ metric })
      const answer = await compare(session, { definition, comparison }, run.effects.signal)
      const lines = options.json
        ? [JSON.stringify(answer, null, 2)]
        : renderMetricTree({
            definition,
            answer,
            kind: comparison.kind,
            sides: formatTreeSides(comparison),
            presentations: collectPresentations(namesIn(definition), definitions),
            exact: options.exact === true,
            paint: run.paint,
            width: run.effects.stdout.columns,
          })
      run.print(lines)
    } catch (error) {
      const question = { metric, current: options.current }
      const clearerError = await conditionError(error, question, session)
      throw inCommandWords(clearerError, withNameExamples(COMPARISON_WORDS, [metric], definitions))
    }
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
  { platform, caller }: OwnerSession,
  treeQuestion: { readonly definition: BreakdownData; readonly comparison: Comparison },
  signal: AbortSignal,
): Promise<TreeComparisonData> {
  const { definition: metricTreeDef, comparison } = treeQuestion
  return comparison.kind === 'times'
    ? platform
        .as(caller)
        .compareTreeTimes({ metricTreeDef, attribution: comparison.attribution }, { signal })
    : platform
        .as(caller)
        .compareTreePeers({ metricTreeDef, attribution: comparison.attribution }, { signal })
}
