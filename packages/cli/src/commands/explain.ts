import type {
  AttributionData,
  PeerComparisonRequest,
  TimeComparisonRequest,
} from '@tributary/contract'
import type { Caller, Platform } from '@tributary/platform'
import { localTime, presentationOf, type Workspace } from '@tributary/platform/internal'
import { type Command, Option } from 'commander'
import {
  collect,
  collectAttributes,
  parseNames,
  parseRows,
  type UserAttribute,
} from '../flags/parse.ts'
import { equals, type Peers, parsePeers } from '../flags/peers.ts'
import { addPlaceFlags, type PlaceFlags, placeOf } from '../flags/place.ts'
import { readCompareWindow, readWindow } from '../flags/ranges.ts'
import { addRequiredOption } from '../flags/required.ts'
import { renderAttributionAnswer } from '../render/attribution-answer.ts'
import { renderAttributionCsv } from '../render/attribution-csv.ts'
import { askAsOwner, type OwnerSession } from '../session/ask-as-owner.ts'
import { type CommandWords, inCommandWords } from '../session/command-words.ts'
import type { Run } from '../terminal/run.ts'

interface ExplainOptions extends PlaceFlags {
  readonly current: string
  readonly compare?: string
  readonly peers?: Peers
  readonly by: readonly string[]
  readonly filter?: readonly string[]
  readonly attribute?: readonly UserAttribute[]
  readonly average?: true
  readonly rows: number
  readonly exact?: true
  readonly json?: true
  readonly csv?: true
}

const EXAMPLE = `
A RANGE is 2001, 2001-Q2, 2001-06, 2001-W23, 2001-06-01, 2001-06-01..2001-06-15, last-month, last-7d, mtd, today, or a
condition on [metric_time]. --compare also takes previous (the period before) and year (the same a year before).

Examples:
  $ tributary explain average_delay --workspace examples/flights --current 2001-06 --by origin_state,distance_band
  $ tributary explain flight_count --workspace examples/flights --current 2001-Q2 --by origin --compare 2001-Q1
  $ tributary explain average_delay --workspace examples/flights --current 2001-06 --by distance_band --peers origin_state=CA,TX`

/** Adds `tributary explain METRIC`, which prints why a metric differs between two ranges of time, or two peers. */
export function addExplain(program: Command, run: Run): void {
  const command = program
    .command('explain')
    .description('explain why a metric differs between two ranges of time, or two peers')
    .argument('<metric>', 'metric name, code or display name')
  addRequiredOption(command, {
    flags: '--current <range>',
    description: 'range of time to explain',
    example: '2001-06',
  })
  command
    .option('--compare <range>', 'range to compare it with (default: previous)')
    .addOption(
      new Option('--peers <dimension=a,b>', 'compare a with b in the range of --current')
        .argParser(parsePeers)
        .conflicts('compare'),
    )
    .addOption(
      new Option('--by <dimensions>', 'dimensions to split the change by, separated by commas')
        .argParser(parseNames)
        .makeOptionMandatory(),
    )
    .option('--filter <condition>', 'keep only matching rows (repeatable)', collect)
    .addOption(
      new Option('--attribute <name=value>', 'user attribute for row conditions (repeatable)')
        .argParser(collectAttributes)
        .conflicts(['data', 'store']),
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
  addPlaceFlags(command)
}

async function explain(metric: string, options: ExplainOptions, run: Run): Promise<void> {
  const place = placeOf(options, run.effects.cwd)
  await askAsOwner(place, run, async (session) => {
    run.progress.show('asking')
    const { platform, caller, definitions } = session
    if (options.attribute !== undefined) await setAttributes(platform, caller, options.attribute)
    try {
      const question = questionOf(metric, options, nowOf(definitions, run))
      const answer = await question.ask(session, run.effects.signal)
      run.print(linesOf(question, answer, { metric, options, run, definitions }))
    } catch (error) {
      throw inCommandWords(error, WORDS)
    }
  })
}

const WORDS: CommandWords = {
  metric: { option: 'METRIC' },
  dimensions: { option: '--by' },
  '--current': { option: '--current', example: '--current 2001-06' },
  '--compare': { option: '--compare', example: '--compare previous' },
  'attribution.currentTimeConstraint': { option: '--current', example: '--current 2001-06' },
  'attribution.timeConstraint': { option: '--current', example: '--current 2001-06' },
  'attribution.compareTimeConstraint': { option: '--compare', example: '--compare previous' },
  'attribution.compareDimension': { option: '--peers' },
  'attribution.currentObject': { option: '--peers' },
  'attribution.compareObject': { option: '--peers' },
  'attribution.filters': { option: '--filter' },
}

function nowOf({ timeZone }: Workspace, { effects }: Run): bigint {
  return localTime(effects.clock.now(), timeZone)
}

/** A question of the command, ready to be asked. */
interface Question {
  readonly request: TimeComparisonRequest | PeerComparisonRequest
  readonly notes: { readonly current: string; readonly compare: string }
  readonly ask: (session: OwnerSession, signal: AbortSignal) => Promise<AttributionData>
}

function questionOf(metric: string, options: ExplainOptions, now: bigint): Question {
  const { by, average, filter = [], peers } = options
  // Only JSON is what the HTTP API answers; a table shows contributions.
  const contributions = options.json !== true
  const subject = { metric, dimensions: by, contributions }
  const shared = { attributionCalculateType: average ? 'AVG' : 'ALL', filters: filter } as const
  const current = readWindow(options.current, { option: '--current', now })
  if (peers === undefined) {
    const compare = readCompareWindow(options.compare ?? 'previous', current, {
      option: '--compare',
      now,
    })
    const ranges = {
      currentTimeConstraint: current.condition,
      compareTimeConstraint: compare.condition,
    }
    const request = { ...subject, attribution: { ...shared, ...ranges } }
    return {
      request,
      notes: { current: current.note, compare: compare.note },
      ask: ({ platform, caller }, signal) => platform.compareTimes(caller, request, { signal }),
    }
  }
  const object = (value: string) => ({ filters: [equals(peers.dimension, value)] })
  const request = {
    ...subject,
    attribution: {
      ...shared,
      compareDimension: peers.dimension,
      timeConstraint: current.condition,
      currentObject: object(peers.current),
      compareObject: object(peers.compare),
    },
  }
  const note = (value: string): string => `${peers.dimension} ${value}, ${current.note}`
  return {
    request,
    notes: { current: note(peers.current), compare: note(peers.compare) },
    ask: ({ platform, caller }, signal) => platform.comparePeers(caller, request, { signal }),
  }
}

function linesOf(
  { request, notes }: Question,
  answer: AttributionData,
  asked: {
    readonly metric: string
    readonly options: ExplainOptions
    readonly run: Run
    readonly definitions: Workspace
  },
): readonly string[] {
  const { metric, options, run, definitions } = asked
  if (options.json) return [JSON.stringify(answer, null, 2)]
  if (options.csv) return renderAttributionCsv(answer)
  const title =
    options.peers === undefined
      ? `Why did ${metric} change?`
      : `Why does ${metric} differ between ${options.peers.compare} and ${options.peers.current}?`
  const { metrics } = definitions
  const definition = metrics.find(({ name, code, displayName }) =>
    [name, code, displayName].includes(metric),
  )
  return renderAttributionAnswer({
    title,
    request,
    notes,
    answer,
    rows: options.rows,
    exact: options.exact === true,
    paint: run.paint,
    width: run.effects.stdout.columns,
    ...(definition !== undefined && { presentation: presentationOf(metrics, definition) }),
  })
}

/** Only of a folder, whose store is in memory: the attributes last as long as the command. */
async function setAttributes(
  platform: Platform,
  caller: Caller,
  properties: readonly UserAttribute[],
): Promise<void> {
  const userPropertyRequests = [{ identityValue: caller.account, properties }]
  await platform.saveUserAttributes(caller, { identityType: 'USER_ACCOUNT', userPropertyRequests })
}
