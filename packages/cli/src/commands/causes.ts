import type { RootCauseData, RootCauseRequest } from '@tributary/contract'
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
import { collect, parseBetween, parseNames } from '../flags/parse.ts'
import { addPlaceFlags, type PlaceFlags, resolvePlace } from '../flags/place.ts'
import { ABOUT_COMPARED_RANGES } from '../flags/ranges.ts'
import { renderCauses } from '../render/causes.ts'
import { askAsOwner } from '../session/ask-as-owner.ts'
import { conditionError } from '../session/condition-error.ts'
import type { Run } from '../terminal/run.ts'

interface CausesOptions extends PlaceFlags, ComparisonFlags {
  readonly by?: readonly string[]
  readonly where?: readonly string[]
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
      'number of earlier ranges that show what is usual, at most',
      parseBetween(0, 8),
      8,
    )
    .option('--json', 'print the answer as JSON, as the HTTP API returns it')
    .addHelpText('after', EXAMPLE)
    .action((metric: string, options: CausesOptions) => causes(metric, options, run))
  addBadRowsFlag(addPlaceFlags(command), ['data', 'store'])
}

async function causes(metric: string, options: CausesOptions, run: Run): Promise<void> {
  const place = resolvePlace(options, run.effects.cwd)
  await askAsOwner(place, run, async (session) => {
    const { platform, caller, definitions } = session
    run.progress.show('searching')
    const { signal, clock } = run.effects
    const now = localTime(clock.now(), definitions.timeZone)
    try {
      const at = { now, calendar: definitions.calendar }
      const comparison = readComparison(options, options.where ?? [], at)
      const request = toRootCauseRequest(metric, options, comparison)
      const answer: RootCauseData = await platform.as(caller).findCauses(request, { signal })
      const { kind } = comparison
      run.print(
        options.json ? [JSON.stringify(answer, null, 2)] : renderCauses(answer, kind, run.paint),
      )
    } catch (error) {
      const question = { metric, current: options.current }
      const clearerError = await conditionError(error, question, session)
      throw inCommandWords(clearerError, withNameExamples(COMPARISON_WORDS, [metric], definitions))
    }
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
