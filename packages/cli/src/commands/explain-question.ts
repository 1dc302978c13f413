import type {
  AttributionData,
  PeerComparisonRequest,
  RankDimensionsData,
  TimeComparisonRequest,
} from '@tributary/contract'
import { dimensionsMissingError } from '../errors.ts'
import type { Comparison, ComparisonNotes } from '../flags/comparison.ts'
import type { UserAttribute } from '../flags/parse.ts'
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

/** How many dimensions are shown of those that explain most. */
const MOST_SHOWN = 3
/** A dimension that explains less is not worth a table. */
const LEAST_EXPLAINED = 0.01

/** A dimension as `rank` has it. */
export type Ranked = RankDimensionsData['dimensions'][number]

/** An answer by the dimensions that explain most, in their order. */
export interface MainAnswer {
  readonly answer: AttributionData
  /** The dimensions that explain most, the first first. */
  readonly main: readonly Ranked[]
  /** All dimensions that were ranked. */
  readonly ranked: readonly Ranked[]
}

/**
 * Ranks the dimensions of the metric, without those that are times, and asks by the few that explain most. Throws
 * CLI_DIMENSIONS_MISSING when the metric has none.
 */
export async function askMainDimensions(
  { request, ask }: ExplainQuestion,
  { operations }: QuestionSession,
  signal: AbortSignal,
): Promise<MainAnswer> {
  const { metric, attribution } = request
  const answer = await operations.dimensionsOfMetrics({ metricNames: [metric] })
  const apart = 'compareDimension' in attribution ? attribution.compareDimension : ''
  const names = (answer[metric] ?? [])
    .filter(({ originDataType }) => !/^(DATE|TIME)/.test(originDataType))
    .map(({ dimName }) => dimName)
    .filter((name) => name !== apart)
  if (names.length === 0) throw dimensionsMissingError(metric, apart)
  const { dimensions } = await operations.rankDimensions({ metric, attribution }, { signal })
  const ranked = dimensions.filter(({ dimension }) => names.includes(dimension))
  const main = ranked
    .filter(({ score, determines }) => !determines && (score ?? 0) >= LEAST_EXPLAINED)
    .filter(({ followsFrom }, index, all) => {
      const before = all.slice(0, index).map(({ dimension }) => dimension)
      return followsFrom === null || ![apart, ...before].includes(followsFrom)
    })
    .slice(0, MOST_SHOWN)
  // Where nothing stands out a table is still more than none.
  const selected = main.length > 0 ? main : ranked.slice(0, 1)
  return { answer: await ask(selected.map(({ dimension }) => dimension)), main, ranked }
}
