import type { Presentation, WorkCalendar } from '@tributary/platform/internal'
import { type Command, Option } from 'commander'
import { createCliError } from '../errors.ts'
import { addBadRowsFlag } from '../flags/bad-rows.ts'
import { addComparisonFlags } from '../flags/comparison.ts'
import {
  collect,
  collectAttributes,
  parseNames,
  parseRows,
  type UserAttribute,
} from '../flags/parse.ts'
import { addPlaceFlags } from '../flags/place.ts'
import { ABOUT_COMPARED_RANGES } from '../flags/ranges.ts'
import { renderAttributionAnswer } from '../render/attribution-answer.ts'
import { renderAttributionCsv } from '../render/attribution-csv.ts'
import { renderMainDimensions } from '../render/main-dimensions.ts'
import { withPeriodNames } from '../render/period-names.ts'
import { renderSuggestion } from '../render/suggestion.ts'
import type { OwnerSession } from '../session/ask-as-owner.ts'
import type { Run } from '../terminal/run.ts'
import { askComparison } from './ask-comparison.ts'
import {
  askMainDimensions,
  createExplainQuestion,
  type ExplainOptions,
  type ExplainQuestion,
  type MainAnswer,
} from './explain-question.ts'

const EXAMPLE = `${ABOUT_COMPARED_RANGES}

Examples:
  $ tributary explain average_delay --workspace examples/flights --current 2001-06
  $ tributary explain flight_count --workspace examples/flights --current 2001-Q2 --compare 2001-Q1 --by origin,distance_band
  $ tributary explain average_delay --workspace examples/flights --current 2001-06 --peers origin_state=CA,TX`

/** Adds `tributary explain METRIC`, which prints why a metric differs between two ranges of time, or two peers. */
export function addExplain(command: Command, run: Run): void {
  command.argument('<metric>', 'metric name, code or display name')
  addComparisonFlags(command)
    .option(
      '--by <dimensions>',
      'dimensions to split the change by, separated by commas (default: those that explain most)',
      parseNames,
    )
    .option('--where <condition>', 'keep only matching rows (repeatable)', collect)
    .addOption(
      new Option('--attribute <name=value>', 'user attribute for row conditions (repeatable)')
        .argParser(collectAttributes)
        .conflicts(['data', 'store', 'url']),
    )
    .option('--average', 'compare averages per period instead of totals')
    .option('--rows <n>', 'rows to show per table for each direction of change', parseRows, 5)
    .option('--exact', 'print every digit')
    .option('--json', 'print the answer as JSON, as the HTTP API returns it')
    .addOption(
      new Option('--csv', 'print all rows as comma-separated values').conflicts(['json', 'exact']),
    )
    .addHelpText('after', EXAMPLE)
    .action((metric: string, options: ExplainOptions) => explain(metric, options, run))
  addBadRowsFlag(addPlaceFlags(command), ['data', 'store', 'url'])
}

async function explain(metric: string, options: ExplainOptions, run: Run): Promise<void> {
  const task = 'asking'
  await askComparison({ metric, options, task }, run, async (session, { comparison, moment }) => {
    if (options.attribute !== undefined) await setAttributes(session.local, options.attribute)
    const questionInput = { metric, options, comparison }
    const question = createExplainQuestion(questionInput, session, run.effects.signal)
    const { by } = options
    const answered =
      by === undefined
        ? await askMainDimensions(question, session, run.effects.signal)
        : { answer: await question.ask(by), main: [], ranked: [] }
    const { calendar } = moment
    const presentation = (await session.findPresentations([metric])).get(metric)
    run.print(renderExplanation(question, answered, { options, run, calendar, presentation }))
  })
}

interface Printed {
  readonly options: ExplainOptions
  readonly run: Run
  readonly calendar: WorkCalendar
  readonly presentation: Presentation | undefined
}

function renderExplanation(
  { request, notes }: ExplainQuestion,
  { answer, main, ranked }: MainAnswer,
  { options, run, calendar, presentation }: Printed,
): readonly string[] {
  const { paint } = run
  if (options.json) return [JSON.stringify(answer, null, 2)]
  if (options.csv) return renderAttributionCsv(answer)
  const { metric } = request
  const lines = renderAttributionAnswer({
    title: formatExplainTitle(metric, options),
    request,
    notes,
    answer: withPeriodNames(answer, calendar),
    lead: ranked.length === 0 ? [] : renderMainDimensions(main, { ranked, paint }),
    rows: options.rows,
    exact: options.exact === true,
    paint,
    width: run.effects.stdout.columns,
    ...(presentation !== undefined && { presentation }),
  })
  const repeated = { words: ['explain', metric], options, paint }
  return [...lines, ...renderSuggestion(answer.suggestion, repeated)]
}

function formatExplainTitle(metric: string, { peers }: ExplainOptions): string {
  if (peers === undefined) return `Why did ${metric} change?`
  return `Why does ${metric} differ between ${peers.compare} and ${peers.current}?`
}

/** Only of a folder, whose store is in memory: the attributes last as long as the command. */
async function setAttributes(
  local: OwnerSession | null,
  properties: readonly UserAttribute[],
): Promise<void> {
  if (local === null) {
    throw createCliError('serviceFlags', {
      reason: '--attribute needs --workspace: a service has the attributes of its users.',
    })
  }
  const { platform, caller } = local
  const userPropertyRequests = [{ identityValue: caller.account, properties }]
  await platform
    .as(caller)
    .saveUserAttributes({ identityType: 'USER_ACCOUNT', userPropertyRequests })
}
