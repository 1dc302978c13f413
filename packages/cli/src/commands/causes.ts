import type { RootCauseData, RootCauseRequest } from '@tributary/contract'
import { PLAIN } from '@tributary/core/numbers'
import type { Command } from 'commander'
import { addBadRowsFlag } from '../flags/bad-rows.ts'
import { addComparisonFlags, type Comparison } from '../flags/comparison.ts'
import { collect, parseBetween, parseNames } from '../flags/parse.ts'
import { addPlaceFlags } from '../flags/place.ts'
import { ABOUT_COMPARED_RANGES } from '../flags/ranges.ts'
import { renderCauses } from '../render/causes.ts'
import { renderSuggestion } from '../render/suggestion.ts'
import type { Run } from '../terminal/run.ts'
import { askComparison, type ComparisonOptions } from './ask-comparison.ts'

interface CausesOptions extends ComparisonOptions {
  readonly maxCauses: number
  readonly maxDepth?: number
  readonly history: number
  readonly json?: true
}

const EXAMPLE = `${ABOUT_COMPARED_RANGES}

Examples:
  $ tributary causes average_delay --workspace examples/flights --current 2001-06 --compare 2001-05
  $ tributary causes average_delay --workspace examples/flights --current 2001-06 --peers origin=ATL,ORD`

/** Adds `tributary causes METRIC`, which prints the segments behind a change, or behind the difference of two peers. */
export function addCauses(command: Command, run: Run): void {
  command.argument('<metric>', 'metric name, code or display name')
  addComparisonFlags(command)
    .option(
      '--by <dimensions>',
      'dimensions to search, separated by commas (default: all)',
      parseNames,
    )
    .option('--where <condition>', 'keep only matching rows (repeatable)', collect)
    .option('--average', 'compare averages per period instead of totals')
    .option('--max-causes <n>', 'number of causes, at most', parseBetween(1, 100), 10)
    .option(
      '--max-depth <n>',
      'number of conditions of a cause, at most (default: as memory allows)',
      parseBetween(1, 12),
    )
    .option(
      '--history <n>',
      'number of earlier periods that show what is usual, at most',
      parseBetween(0, 8),
      8,
    )
    .option('--json', 'print the answer as JSON, as the HTTP API returns it')
    .addHelpText('after', EXAMPLE)
    .action((metric: string, options: CausesOptions) => causes(metric, options, run))
  addBadRowsFlag(addPlaceFlags(command), ['data', 'store', 'url'])
}

async function causes(metric: string, options: CausesOptions, run: Run): Promise<void> {
  const task = 'searching'
  await askComparison({ metric, options, task }, run, async (session, { comparison }) => {
    const request = toRootCauseRequest(metric, options, comparison)
    const { signal } = run.effects
    const answer: RootCauseData = await session.operations.findCauses(request, { signal })
    if (options.json) return run.print([JSON.stringify(answer, null, 2)])
    const { kind } = comparison
    const { paint } = run
    const presentation = (await session.findPresentations([metric])).get(metric) ?? PLAIN
    const repeated = { words: ['causes', metric], options, paint }
    run.print([
      ...renderCauses({ answer, kind, presentation, paint }),
      ...renderSuggestion(answer.suggestion, repeated),
    ])
  })
}

function toRootCauseRequest(
  metric: string,
  options: CausesOptions,
  { attribution }: Comparison,
): RootCauseRequest {
  return {
    metric,
    dimensions: options.by ?? [],
    maxCauses: options.maxCauses,
    history: options.history,
    ...(options.maxDepth !== undefined && { maxDepth: options.maxDepth }),
    attribution,
  }
}
