import type { MovementsData, MovementsRequest } from '@tributary/contract'
import { localTime } from '@tributary/platform/internal'
import type { Command } from 'commander'
import { addBadRowsFlag } from '../flags/bad-rows.ts'
import { type CommandWords, inCommandWords } from '../flags/command-words.ts'
import { parseBetween, parseNames, parseRows } from '../flags/parse.ts'
import { addPlaceFlags, type PlaceFlags, resolvePlace } from '../flags/place.ts'
import { ABOUT_COMPARED_RANGES, readCompareWindow, readWindow } from '../flags/ranges.ts'
import { addRequiredOption } from '../flags/required.ts'
import { renderMovements } from '../render/movements.ts'
import { printable } from '../render/text.ts'
import { askAsOwner, type OwnerSession } from '../session/ask-as-owner.ts'
import { collectPresentations } from '../session/presentations.ts'
import type { Run } from '../terminal/run.ts'

interface MovementsOptions extends PlaceFlags {
  readonly current: string
  readonly compare: string
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
  addRequiredOption(command, {
    flags: '--current <range>',
    description: 'range of time to explain',
    example: '2001-06',
  })
  command
    .option('--compare <range>', 'range to compare it with', 'previous')
    .option('--metrics <names>', 'metrics, separated by commas (default: all)', parseNames)
    .option('--average', 'compare averages per period instead of totals')
    .option(
      '--history <n>',
      'number of earlier ranges that show what is usual, at most',
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
  addBadRowsFlag(addPlaceFlags(command), ['data', 'store'])
}

const WORDS: CommandWords = {
  metrics: { option: '--metrics' },
  current: { option: '--current', example: '--current 2001-06' },
  compare: { option: '--compare', example: '--compare previous' },
  '--current': { option: '--current', example: '--current 2001-06' },
  '--compare': { option: '--compare', example: '--compare previous' },
}

async function movements(options: MovementsOptions, run: Run): Promise<void> {
  const place = resolvePlace(options, run.effects.cwd)
  await askAsOwner(place, run, async (session) => {
    run.progress.show('comparing')
    const { definitions } = session
    const now = localTime(run.effects.clock.now(), definitions.timeZone)
    try {
      const moment = { now, calendar: definitions.calendar }
      const current = readWindow(options.current, { option: '--current', ...moment })
      const compare = readCompareWindow(options.compare, current, {
        option: '--compare',
        ...moment,
      })
      const { causes, history, rows: limit } = options
      const request = {
        current: current.condition,
        compare: compare.condition,
        attributionCalculateType: options.average ? 'AVG' : 'ALL',
        metrics: options.metrics ?? [],
        history,
        limit: Math.max(limit, causes),
        causes,
      } as const
      const sides = `${current.note} against ${compare.note}`
      await printSteps(session, { request, sides, options }, run)
    } catch (error) {
      throw inCommandWords(error, WORDS)
    }
  })
}

interface Asked {
  readonly request: MovementsRequest
  readonly sides: string
  readonly options: MovementsOptions
}

/** Prints the metrics when all are ranked, and each cause when it is found. */
async function printSteps(
  { platform, caller, definitions }: OwnerSession,
  { request, sides, options }: Asked,
  run: Run,
): Promise<void> {
  const { signal, stdout } = run.effects
  const steps = platform.movementSteps(caller, request, { signal })
  const printed = new Set<string>()
  const show = (answer: MovementsData): void => {
    if (printed.size === 0) {
      const movements = answer.movements.slice(0, options.rows)
      const presentations = collectPresentations(
        movements.map(({ metric }) => metric),
        definitions,
      )
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
      else show(value)
      return
    }
    const { answer, compared, explained } = value
    run.progress.show(
      compared.done < compared.of
        ? `compared ${compared.done} of ${compared.of} metrics`
        : `searched ${explained.done} of ${explained.of} metrics`,
    )
    if (!options.json && compared.done === compared.of) show(answer)
  }
}
