import type { MetricQueryRequest } from '@tributary/contract'
import { isRange } from '@tributary/platform/internal'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { addBadRowsFlag } from '../flags/bad-rows.ts'
import { type CommandWords, inCommandWords } from '../flags/command-words.ts'
import { withNameExamples } from '../flags/name-examples.ts'
import { collect, parseNames, parseRows } from '../flags/parse.ts'
import { addPlaceFlags, type PlaceFlags, resolveQuestionPlace } from '../flags/place.ts'
import { ABOUT_RANGES } from '../flags/ranges.ts'
import { renderQueryAnswer, renderQueryCsv } from '../render/query-answer.ts'
import { askSeries } from '../session/ask-series.ts'
import { askQuestion } from '../session/question-session.ts'
import type { Run } from '../terminal/run.ts'

type Order = Readonly<Record<string, 'ASC' | 'DESC'>>

interface QueryOptions extends PlaceFlags {
  readonly by?: readonly string[]
  readonly range?: string
  readonly where?: readonly string[]
  readonly having?: readonly string[]
  readonly order?: readonly Order[]
  readonly limit: number
  readonly exact?: true
  readonly json?: true
  readonly csv?: true
}

const EXAMPLE = `${ABOUT_RANGES}

Examples:
  $ tributary query average_delay flight_count --by origin_state --range 2001-06 --workspace examples/flights
  $ tributary query flight_count --by metric_time__week --where '[origin] = "ATL"' --workspace examples/flights`

/** Adds `tributary query METRIC…`, which prints the values of metrics. */
export function addQuery(command: Command, run: Run): void {
  command
    .argument('<metric...>', 'metric names, codes or display names; also a,b for two', parseNames)
    .option(
      '--by <dimensions>',
      'dimensions, separated by commas; metric_time__month is the time by month',
      parseNames,
    )
    .option('--range <range>', 'range of time (default: all)')
    .option('--where <condition>', 'keep only matching rows (repeatable)', collect)
    .option('--having <condition>', 'keep only groups whose values fulfil it (repeatable)', collect)
    .option(
      '--order <name[:asc|desc]>',
      'sort by a metric or dimension (repeatable; default: by time, else by the first metric)',
      collectOrders,
    )
    .option('--limit <n>', 'rows to print', parseRows, 50)
    .option('--exact', 'print every digit')
    .option('--json', 'print the answer as JSON, as the HTTP API returns it')
    .addOption(
      new Option('--csv', 'print the rows as comma-separated values').conflicts(['json', 'exact']),
    )
    .addHelpText('after', EXAMPLE)
    .action((metrics: readonly string[], options: QueryOptions) => query(metrics, options, run))
  addBadRowsFlag(addPlaceFlags(command), ['data', 'store', 'url'])
}

/** Appends `NAME`, `NAME:asc` or `NAME:desc`. */
function collectOrders(text: string, before: readonly Order[] = []): readonly Order[] {
  const [, name = '', direction = 'desc'] = /^(.+?)(?::(\w+))?$/.exec(text) ?? []
  const word = direction.toUpperCase()
  if (name !== '' && (word === 'ASC' || word === 'DESC')) return [...before, { [name]: word }]
  throw new InvalidArgumentError(
    'Expected a name, perhaps with :asc or :desc, such as revenue:asc.',
  )
}

const WORDS: CommandWords = {
  metrics: { option: 'METRIC' },
  dimensions: { option: '--by' },
  timeConstraint: { option: '--range', example: '--range 2001-06' },
  range: { option: '--range', example: '--range 2001-06' },
  filters: { option: '--where' },
  resultFilters: { option: '--having' },
  orders: { option: '--order' },
}

async function query(metrics: readonly string[], options: QueryOptions, run: Run): Promise<void> {
  const place = await resolveQuestionPlace(options, run.effects)
  await askQuestion(place, run, async (session) => {
    run.progress.show('asking')
    const { signal, stdout } = run.effects
    try {
      const request = toMetricQueryRequest(metrics, options)
      const answer = await session.operations.queryMetrics(request, { signal })
      if (options.json) return run.print([JSON.stringify(answer, null, 2)])
      if (options.csv) return run.print(renderQueryCsv(answer))
      const width = stdout.columns
      const presentations = await session.findPresentations(metrics)
      const exact = options.exact === true
      const series = width === null ? [] : await askSeries(session, request, signal)
      const { calendar } = await session.readMoment(metrics[0]!, options.by ?? [])
      const print = { answer, calendar, presentations, series, exact, paint: run.paint, width }
      run.print(renderQueryAnswer(print))
    } catch (error) {
      const definitions = session.local?.definitions ?? null
      throw inCommandWords(error, withNameExamples(WORDS, metrics, definitions))
    }
  })
}

function toMetricQueryRequest(
  metrics: readonly string[],
  { by = [], range, where, having, order, limit }: QueryOptions,
): MetricQueryRequest {
  const isSeries = by.some((name) => /^metric_time(?:__|$)/i.test(name))
  const usual: readonly Order[] = by.length === 0 || isSeries ? [] : [{ [metrics[0]!]: 'DESC' }]
  return {
    metrics,
    dimensions: by,
    limit,
    orders: order ?? usual,
    ...(range !== undefined && (isRange(range) ? { range } : { timeConstraint: range })),
    ...(where !== undefined && { filters: where }),
    ...(having !== undefined && { resultFilters: having }),
  }
}
