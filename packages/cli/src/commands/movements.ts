import type { MovementsData, MovementsRequest } from '@tributary/contract'
import type { Platform } from '@tributary/platform'
import { isAverageOfPrevious } from '@tributary/platform/internal'
import type { Command } from 'commander'
import { addBadRowsFlag } from '../flags/bad-rows.ts'
import { type CommandWords, inCommandWords } from '../flags/command-words.ts'
import { parseBetween, parseNames, parseRows } from '../flags/parse.ts'
import { addPlaceFlags, type PlaceFlags, resolveQuestionPlace } from '../flags/place.ts'
import { ABOUT_COMPARED_RANGES, readComparedWindows } from '../flags/ranges.ts'
import { renderMovements } from '../render/movements.ts'
import { printable } from '../render/text.ts'
import { askQuestion, type QuestionSession } from '../session/question-session.ts'
import type { Run } from '../terminal/run.ts'

interface MovementsOptions extends PlaceFlags {
  readonly current?: string
  readonly compare?: string
  readonly metrics?: readonly string[]
  readonly average?: true
  readonly history: number
  readonly causes: number
  readonly rows: number
  readonly json?: true
}

const EXAMPLE = `${ABOUT_COMPARED_RANGES}

Example:
  $ tributary movements --workspace examples/flights --current 2001-06`

/** Adds `tributary movements`, which prints the metrics that changed more than they usually do. */
export function addMovements(command: Command, run: Run): void {
  command
    .option(
      '--current <range>',
      'current period, which is explained (default: of each metric the latest comparable period of its data)',
    )
    .option('--compare <range>', 'comparison period (default: previous)')
    .option('--metrics <names>', 'metrics, separated by commas (default: all)', parseNames)
    .option('--average', 'compare averages per period instead of totals')
    .option(
      '--history <n>',
      'number of earlier periods that show what is usual, at most',
      parseBetween(0, 8),
      8,
    )
    .option(
      '--causes <n>',
      'number of metrics whose causes are searched, at most',
      parseBetween(0, 10),
      10,
    )
    .option('--rows <n>', 'number of metrics to print', parseRows, 20)
    .option('--json', 'print the answer as JSON, as the HTTP API returns it')
    .addHelpText('after', EXAMPLE)
    .action((options: MovementsOptions) => movements(options, run))
  addBadRowsFlag(addPlaceFlags(command), ['data', 'store', 'url'])
}

const WORDS: CommandWords = {
  metrics: { option: '--metrics' },
  current: { option: '--current', example: '--current 2001-06' },
  compare: { option: '--compare', example: '--compare previous' },
  '--current': { option: '--current', example: '--current 2001-06' },
  '--compare': { option: '--compare', example: '--compare previous' },
}

async function movements(options: MovementsOptions, run: Run): Promise<void> {
  const place = await resolveQuestionPlace(options, run.effects)
  await askQuestion(place, run, async (session) => {
    run.progress.show('comparing')
    try {
      const { request: sidesRequest, note } = await readSides(options, session)
      const { causes, history, rows: limit } = options
      const request = {
        ...sidesRequest,
        attributionCalculateType:
          options.average || isAverageOfPrevious(options.compare ?? '') ? 'AVG' : 'ALL',
        metrics: options.metrics ?? [],
        history,
        limit: Math.max(limit, causes),
        causes,
      } as const
      await printSteps(session, { request, sides: note, options }, run)
    } catch (error) {
      throw inCommandWords(error, WORDS)
    }
  })
}

/** Both sides of the comparison in a request, and as a person reads them; null where the answer says which. */
interface ReadSides {
  readonly request: Pick<MovementsRequest, 'current' | 'compare'>
  readonly note: string | null
}

/** Reads both sides. A service reads ranges itself, by its own clock and calendar. */
async function readSides(
  { current: currentText, compare: compareText, metrics = [] }: MovementsOptions,
  { local, readMoment }: QuestionSession,
): Promise<ReadSides> {
  if (currentText === undefined) {
    return { request: { ...(compareText !== undefined && { compare: compareText }) }, note: null }
  }
  const request = { current: currentText, compare: compareText ?? 'previous' }
  const read = async (): Promise<ReadSides> => {
    const moment = await readMoment(metrics[0] ?? '', [request.current, request.compare])
    const { current, compare } = readComparedWindows(request.current, request.compare, moment)
    return { request, note: `${current.note} against ${compare.note}` }
  }
  if (local !== null) return read()
  // Words that only the service can read are shown as written.
  return read().catch(() => ({ request, note: `${request.current} against ${request.compare}` }))
}

interface MovementsQuestion {
  readonly request: MovementsRequest
  /** As a person reads them; null where the answer says which. */
  readonly sides: string | null
  readonly options: MovementsOptions
}

/** The ranking as far as it is known, again and again; a service answers once. */
function askMovements(
  { local, operations }: QuestionSession,
  request: MovementsRequest,
  signal: AbortSignal,
): ReturnType<Platform['movementSteps']> {
  return local === null
    ? answerOnce(operations.metricMovements(request, { signal }))
    : local.platform.movementSteps(local.caller, request, { signal })
}

// biome-ignore lint/correctness/useYield: the answer is the only step
async function* answerOnce(answer: Promise<MovementsData>): ReturnType<Platform['movementSteps']> {
  return await answer
}

/** Prints the metrics when all are ranked, and each cause when it is found. */
async function printSteps(
  session: QuestionSession,
  { request, sides, options }: MovementsQuestion,
  run: Run,
): Promise<void> {
  const { signal, stdout } = run.effects
  const steps = askMovements(session, request, signal)
  const printed = new Set<string>()
  const show = async (answer: MovementsData): Promise<void> => {
    if (printed.size === 0) {
      const movements = answer.movements.slice(0, options.rows)
      const names = movements.map(({ metric }) => metric)
      const presentations = await session.findPresentations(names)
      const visibleAnswer = { ...answer, movements }
      const print = { sides, presentations, paint: run.paint, width: stdout.columns }
      run.print(renderMovements({ answer: visibleAnswer, ...print }))
      printed.add('')
    }
    for (const { metric, cause } of answer.movements) {
      if (cause === null || printed.has(metric)) continue
      const number = run.paint('faint', String(printed.size))
      run.print([...(printed.size === 1 ? [''] : []), `  ${number} ${printable(cause.headline)}`])
      printed.add(metric)
    }
  }
  while (true) {
    const { value, done } = await steps.next()
    if (done) {
      if (options.json) run.print([JSON.stringify(value, null, 2)])
      else await show(value)
      return
    }
    const { answer, compared, explained } = value
    run.progress.show(
      compared.done < compared.of
        ? `compared ${compared.done} of ${compared.of} metrics`
        : `searched ${explained.done} of ${explained.of} metrics`,
    )
    if (!options.json && compared.done === compared.of) await show(answer)
  }
}
