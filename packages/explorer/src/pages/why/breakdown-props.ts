import type { AttributionData } from '@tributary/contract'
import type { DrillStep, WhyState } from '../../address/why-state.ts'
import type { GroupRow, GroupTable } from '../../analysis/group-table.ts'
import type { Comparison, Windows } from '../../analysis/why-question.ts'
import type { Asked } from '../../answers/use-answer.ts'
import type { Subject } from './subject.ts'
import type { Styles } from './words.ts'

/** What the parts of an answer need. */
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

/** What the views of one table need. */
export interface BreakdownProps extends AnswerProps {
  readonly asked: Asked<AttributionData>
  readonly total: GroupRow
  readonly table: GroupTable
}
