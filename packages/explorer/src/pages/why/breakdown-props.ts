import type { AttributionData } from '@tributary/contract'
import type { DrillStep, WhyState } from '../../address/why-state.ts'
import type { GroupRow, GroupTable } from '../../analysis/group-table.ts'
import type { Comparison, Windows } from '../../analysis/why-question.ts'
import type { AnswerState } from '../../answers/use-answer.ts'
import type { Subject } from './question/subject.ts'
import type { Styles } from './words.ts'

/** The properties that the parts of an answer share. */
export interface AnswerProps {
  readonly state: WhyState
  readonly subject: Subject
  /** How the numbers of the answer are written. */
  readonly styles: Styles
  readonly windows: Windows
  readonly comparison: Comparison
  readonly change: (part: Partial<WhyState>) => void
  readonly drill: (steps: readonly DrillStep[]) => void
  /** The dimensions that are not drilled into, the one that explains most first. */
  readonly ranked: readonly string[]
}

/** The properties that the views of one table share. */
export interface BreakdownProps extends AnswerProps {
  readonly answerState: AnswerState<AttributionData>
  readonly total: GroupRow
  readonly table: GroupTable
}
