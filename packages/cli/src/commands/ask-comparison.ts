import { inCommandWords } from '../flags/command-words.ts'
import {
  COMPARISON_WORDS,
  type Comparison,
  type ComparisonFlags,
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
  const { by = [], where = [], current, compare = '' } = options
  const place = await resolveQuestionPlace(options, run.effects)
  await askQuestion(place, run, async (session) => {
    run.progress.show(task)
    try {
      const moment = await session.readMoment(metric, [current, compare, ...by])
      await ask(session, { comparison: readComparison(options, where, moment), moment })
    } catch (error) {
      const clearerError = await conditionError(error, { metric, current }, session)
      const definitions = session.local?.definitions ?? null
      throw inCommandWords(clearerError, withNameExamples(COMPARISON_WORDS, [metric], definitions))
    }
  })
}
