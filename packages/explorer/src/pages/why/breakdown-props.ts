import type { AttributionData } from '@tributary/contract'
import type { DrillStep, WhyState } from '../../address/why-state.ts'
import type { GroupRow, GroupTable } from '../../analysis/group-table.ts'
import type { Windows } from '../../analysis/why-question.ts'
import type { Asked } from '../../answers/use-answer.ts'
import type { Subject } from './subject.ts'

/** What the views of one table need. */
export interface BreakdownProps {
  readonly state: WhyState
  readonly subject: Subject
  readonly windows: Windows
  readonly asked: Asked<AttributionData>
  readonly total: GroupRow
  readonly table: GroupTable
  readonly change: (part: Partial<WhyState>) => void
  readonly drill: (steps: readonly DrillStep[]) => void
}
