import type {
  AttributionData,
  PeerComparisonRequest,
  TimeComparisonRequest,
} from '@tributary/contract'
import { dimensionsMissingError } from '../errors.ts'
import { type ComparisonNotes, readComparison } from '../flags/comparison.ts'
import type { UserAttribute } from '../flags/parse.ts'
import type { Peers } from '../flags/peers.ts'
import type { PlaceFlags } from '../flags/place.ts'
import type { RangeMoment } from '../flags/ranges.ts'
import type { OwnerSession } from '../session/ask-as-owner.ts'
import { type MainTable, mainTables, rankedTables } from '../session/main-dimensions.ts'

/** The options of `tributary explain`. */
export interface ExplainOptions extends PlaceFlags {
  readonly current: string
  readonly compare?: string
  readonly peers?: Peers
  readonly by?: readonly string[]
  readonly where?: readonly string[]
  readonly attribute?: readonly UserAttribute[]
  readonly average?: true
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

/** What a question is about, and what the words of its ranges refer to. */
interface Asked {
  readonly metric: string
  readonly options: ExplainOptions
  readonly at: RangeMoment
}

/** Reads the ranges and peers of a question. */
export function explainQuestion(
  { metric, options, at }: Asked,
  { platform, caller }: OwnerSession,
  signal: AbortSignal,
): ExplainQuestion {
  // Only JSON is what the HTTP API answers; a table shows contributions.
  const contributions = options.json !== true || options.by === undefined
  const subject = { metric, dimensions: [], contributions }
  const { kind, attribution, notes } = readComparison(options, options.where ?? [], at)
  if (kind === 'times') {
    const request: TimeComparisonRequest = { ...subject, attribution }
    return {
      request,
      notes,
      ask: (dimensions) => platform.as(caller).compareTimes({ ...request, dimensions }, { signal }),
    }
  }
  const request: PeerComparisonRequest = { ...subject, attribution }
  return {
    request,
    notes,
    ask: (dimensions) => platform.as(caller).comparePeers({ ...request, dimensions }, { signal }),
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
  readonly asked: number
}

/**
 * Asks by every dimension of the metric, without those that are times, and keeps the tables of the few that explain most.
 * Throws CLI_DIMENSIONS_MISSING when the metric has none.
 */
export async function askMainDimensions(
  { request, ask }: ExplainQuestion,
  { platform, caller }: OwnerSession,
): Promise<MainAnswer> {
  const { metric } = request
  const byMetric = await platform.as(caller).dimensionsOfMetrics({ metricNames: [metric] })
  const apart =
    'compareDimension' in request.attribution ? request.attribution.compareDimension : ''
  const dimensions = (byMetric[metric] ?? [])
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
  return { answer: { ...first!, tables }, main: best, asked: dimensions.length }
}

function compareExplainedShare(a: MainTable, b: MainTable): number {
  return b.ranked.share - b.ranked.expected - (a.ranked.share - a.ranked.expected)
}
