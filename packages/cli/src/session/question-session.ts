import type { CallerData, DatasetExtentData, Operations } from '@tributary/contract'
import { localTime, type Presentation, type WorkCalendar } from '@tributary/platform/internal'
import type { QuestionPlace } from '../flags/place.ts'
import type { RangeMoment } from '../flags/ranges.ts'
import type { Run } from '../terminal/run.ts'
import { askAsOwner, type OwnerSession } from './ask-as-owner.ts'
import { collectPresentations } from './presentations.ts'
import { createServiceOperations } from './service-operations.ts'

/** The answers to questions, and what is known of the definitions. */
export interface QuestionSession {
  readonly operations: Operations
  /** The workspace that the command opened; null for a service. */
  readonly local: OwnerSession | null
  /** The moment and the calendar of questions on this metric, for ranges or dimensions in these words. */
  readonly readMoment: (metric: string, words: readonly string[]) => Promise<RangeMoment>
  /** Unit and format of the metrics that are called so; nothing for a name of no metric. */
  readonly findPresentations: (
    names: readonly string[],
  ) => Promise<ReadonlyMap<string, Presentation>>
}

/** Opens a place, passes its session to `ask`, returns what `ask` returns, and closes the place in any case. */
export async function askQuestion<Answer>(
  place: QuestionPlace,
  run: Run,
  ask: (session: QuestionSession) => Promise<Answer>,
): Promise<Answer> {
  if (!('url' in place)) return askAsOwner(place, run, (local) => ask(openLocal(local, run)))
  try {
    return await ask(openService(createServiceOperations(place), run))
  } finally {
    run.progress.clear()
  }
}

/** The session of an open workspace. */
export function openLocal(local: OwnerSession, { effects }: Run): QuestionSession {
  const { platform, caller, definitions } = local
  const { timeZone, calendar } = definitions
  return {
    operations: platform.as(caller),
    local,
    readMoment: async () => ({ now: localTime(effects.clock.now(), timeZone), calendar }),
    findPresentations: async (names) => collectPresentations(names, definitions),
  }
}

/** Only fiscal periods need more of the calendar than the first day of a week. */
const FISCAL = /fy|fiscal|fqtd/i

/** The session of a service. */
export function openService(operations: Operations, { effects }: Run): QuestionSession {
  let caller: Promise<CallerData> | null = null
  const { signal } = effects
  return {
    operations,
    local: null,
    readMoment: async (metric, words) => {
      if (words.some((word) => FISCAL.test(word))) {
        const { timeZone, calendar } = await operations.datasetExtent({ metric }, { signal })
        return { now: localTime(effects.clock.now(), timeZone), calendar }
      }
      caller ??= operations.caller({ signal })
      const { timeZone, weekStart } = await caller
      return { now: localTime(effects.clock.now(), timeZone), calendar: toCalendar(weekStart) }
    },
    findPresentations: async (names) => {
      const entries = await Promise.all(
        names.map(
          async (name) => [name, await readPresentation(operations, name, signal)] as const,
        ),
      )
      return new Map(entries)
    },
  }
}

function toCalendar(weekStart: string): WorkCalendar {
  return {
    weekStart: weekStart as DatasetExtentData['calendar']['weekStart'],
    fiscalYearStart: null,
    fiscalYearName: 'END',
  }
}

/** Unit and format of a metric; those of its base for a DERIVED metric that has neither. */
async function readPresentation(
  operations: Operations,
  metricName: string,
  signal: AbortSignal,
): Promise<Presentation> {
  const { unit, format, definition } = await operations.metricDetail({ metricName }, { signal })
  const base = definition?.metric ?? null
  if (unit !== null || format !== null || base === null) {
    return { unit, format: format as Presentation['format'] }
  }
  return readPresentation(operations, base, signal)
}
