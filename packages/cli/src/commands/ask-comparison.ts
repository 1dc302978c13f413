import { createCliError } from '../errors.ts'
import { inCommandWords } from '../flags/command-words.ts'
import {
  COMPARISON_WORDS,
  type Comparison,
  type ComparisonFlags,
  type CompleteComparisonFlags,
  readComparison,
} from '../flags/comparison.ts'
import { withNameExamples } from '../flags/name-examples.ts'
import { type PlaceFlags, resolveQuestionPlace } from '../flags/place.ts'
import type { RangeMoment } from '../flags/ranges.ts'
import { conditionError } from '../session/condition-error.ts'
import { askQuestion, type QuestionSession } from '../session/question-session.ts'
import type { Run } from '../terminal/run.ts'

/** The options of every command that compares. */
export interface ComparisonOptions extends PlaceFlags, ComparisonFlags {
  readonly by?: readonly string[]
  readonly where?: readonly string[]
}

/** A comparison that a command asks about. */
export interface ComparisonQuestion {
  readonly comparison: Comparison
  /** The moment that its ranges are read at. */
  readonly moment: RangeMoment
}

/** Opens the place of a command that compares, reads the comparison, and asks. Errors are in the words of the command. */
export async function askComparison(
  { metric, options, task }: { metric: string; options: ComparisonOptions; task: string },
  run: Run,
  ask: (session: QuestionSession, question: ComparisonQuestion) => Promise<void>,
): Promise<void> {
  const { by = [], where = [] } = options
  const place = await resolveQuestionPlace(options, run.effects)
  await askQuestion(place, run, async (session) => {
    run.progress.show(task)
    const { current: writtenCurrent = '' } = options
    try {
      const flags = await withDefaultRanges(options, metric, session)
      const moment = await session.readMoment(metric, [flags.current, flags.compare ?? '', ...by])
      const comparison = readComparison(flags, where, moment)
      const isChosen = options.current !== undefined
      await ask(session, {
        comparison: isChosen ? comparison : withDefaultNote(comparison),
        moment,
      })
    } catch (error) {
      const clearerError = await conditionError(error, { metric, current: writtenCurrent }, session)
      const definitions = session.local?.definitions ?? null
      throw inCommandWords(clearerError, withNameExamples(COMPARISON_WORDS, [metric], definitions))
    }
  })
}

/** The flags with the default comparison of the metric where `--current` is missing. */
async function withDefaultRanges(
  flags: ComparisonFlags,
  metric: string,
  { operations }: QuestionSession,
): Promise<CompleteComparisonFlags> {
  const { current } = flags
  if (current !== undefined) return { ...flags, current }
  const { comparison } = await operations.datasetExtent({ metric })
  if (comparison === null) throw createCliError('noPeriods', { metric })
  const { current: last, compare } = comparison
  if (flags.peers !== undefined) return { ...flags, current: last }
  return { ...flags, current: last, compare: flags.compare ?? compare }
}

function withDefaultNote(comparison: Comparison): Comparison {
  const { notes } = comparison
  return { ...comparison, notes: { ...notes, current: `${notes.current} (${DEFAULT_NOTE})` } }
}

/** Said behind the range of a question that names none. */
const DEFAULT_NOTE = 'the latest comparable period of the data'
