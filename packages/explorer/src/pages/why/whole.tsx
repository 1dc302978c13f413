import type { TreeComparisonData } from '@tributary/contract'
import type { JSX } from 'preact'
import type { GroupRow } from '../../analysis/group-table.ts'
import { wholeQuestion } from '../../answers/compare.ts'
import { useAnswer } from '../../answers/use-answer.ts'
import { Frame } from '../../parts/frame.tsx'
import { texts } from '../../text/language.ts'
import type { AnswerProps } from './breakdown-props.ts'
import { Summary } from './summary.tsx'
import { createRowStyles } from './words.ts'

/** The change of a metric that cannot be divided: it has no dimension that the caller may use, or all are drilled into. */
export function Whole(props: Omit<AnswerProps, 'styles'>): JSX.Element {
  const answerState = useAnswer(wholeQuestion(props.state.metric, props.comparison))
  return (
    <Frame answerState={answerState} height={200}>
      {({ nodes, warning }) => {
        const total = toTotalRow(nodes[0])
        const styles = createRowStyles(props.subject.form, total, [])
        return (
          <>
            <Summary {...props} total={total} styles={styles} warning={warning} table={null} />
            <p class="note">{texts.value.why.noDimensions}</p>
          </>
        )
      }}
    </Frame>
  )
}

function toTotalRow(node: TreeComparisonData['nodes'][number] | undefined): GroupRow {
  const rate = node?.growthRate ?? null
  return {
    labels: [],
    missing: [],
    current: node?.currentValue ?? null,
    compare: node?.compareValue ?? null,
    growth: node?.growth ?? null,
    growthRate: rate === null ? null : Number(rate),
    contribution: null,
    exactContribution: null,
    share: null,
    rate: null,
    mix: null,
  }
}
