import type {
  AttributionData,
  PeerComparisonRequest,
  TimeComparisonRequest,
} from '@tributary/contract'
import { dimensionsMissingError } from '../errors.ts'
import type { Comparison, ComparisonNotes } from '../flags/comparison.ts'
import type { UserAttribute } from '../flags/parse.ts'
import { type MainTable, mainTables, rankedTables } from '../session/main-dimensions.ts'
import type { QuestionSession } from '../session/question-session.ts'
import type { ComparisonOptions } from './ask-comparison.ts'

/** The options of `tributary explain`. */
export interface ExplainOptions extends ComparisonOptions {
  readonly attribute?: readonly UserAttribute[]
  readonly rows: number
  readonly exact?: true
  readonly json?: true
  readonly csv?: true
}

/** A question of the command, ready to be asked by dimensions. */
export interface ExplainQuestion {
  /** The request without its dimensions. */
  readonly request: TimeComparisonRequest | PeerComparisonRequest
  readonly notes: ComparisonNotes
  readonly ask: (dimensions: readonly string[]) => Promise<AttributionData>
}

/** The metric, the options and the comparison of a question. */
interface ExplainInput {
  readonly metric: string
  readonly options: ExplainOptions
  readonly comparison: Comparison
}

/** Makes the question of a comparison. */
export function createExplainQuestion(
  { metric, options, comparison }: ExplainInput,
  { operations }: QuestionSession,
  signal: AbortSignal,
): ExplainQuestion {
  // Only JSON is what the HTTP API answers; a table shows contributions.
  const contributions = options.json !== true || options.by === undefined
  const subject = { metric, dimensions: [], contributions }
  const { notes } = comparison
  if (comparison.kind === 'times') {
    const request: TimeComparisonRequest = { ...subject, attribution: comparison.attribution }
    return {
      request,
      notes,
      ask: (dimensions) => operations.compareTimes({ ...request, dimensions }, { signal }),
    }
  }
  const request: PeerComparisonRequest = { ...subject, attribution: comparison.attribution }
  return {
    request,
    notes,
    ask: (dimensions) => operations.comparePeers({ ...request, dimensions }, { signal }),
  }
}

/** How many dimensions one question asks about: fewer than services allow. */
const AT_ONCE = 20
/** How many dimensions are shown of those that explain most. */
const MOST_SHOWN = 3

/** An answer by the dimensions that explain most, in their order. */
export interface MainAnswer {
  readonly answer: AttributionData
  readonly main: readonly MainTable[]
  /** How many dimensions were asked. */
  readonly dimensionCount: number
}

/**
 * Asks by every dimension of the metric, without those that are times, and keeps the tables of the few that explain most.
 * Throws CLI_DIMENSIONS_MISSING when the metric has none.
 */
export async function askMainDimensions(
  { request, ask }: ExplainQuestion,
  { operations }: QuestionSession,
): Promise<MainAnswer> {
  const { metric } = request
  const answer = await operations.dimensionsOfMetrics({ metricNames: [metric] })
  const metricDimensions = answer[metric] ?? []
  const apart =
    'compareDimension' in request.attribution ? request.attribution.compareDimension : ''
  const dimensions = metricDimensions
    .filter(({ originDataType }) => !/^(DATE|TIME)/.test(originDataType))
    .map(({ dimName }) => dimName)
    .filter((name) => name !== apart)
  if (dimensions.length === 0) throw dimensionsMissingError(metric, apart)
  const answers: AttributionData[] = []
  for (let from = 0; from < dimensions.length; from += AT_ONCE) {
    answers.push(await ask(dimensions.slice(from, from + AT_ONCE)))
  }
  const [first] = answers
  const main = answers.flatMap((answer) => mainTables(answer, MOST_SHOWN))
  const best = main.toSorted(compareExplainedShare).slice(0, MOST_SHOWN)
  const overall = first!.tables.filter(({ dimension }) => !dimension)
  // Where nothing stands out a table is still more than none.
  const nearest = answers
    .flatMap((answer) => rankedTables(answer))
    .toSorted(compareExplainedShare)[0]
  const selectedTables = best.length > 0 || nearest === undefined ? best : [nearest]
  const tables = [...overall, ...selectedTables.map(({ table }) => table)]
  return { answer: { ...first!, tables }, main: best, dimensionCount: dimensions.length }
}

function compareExplainedShare(a: MainTable, b: MainTable): number {
  return b.ranked.share - b.ranked.expected - (a.ranked.share - a.ranked.expected)
}
