import type { JSX } from 'preact'
import { tablesQuestion } from '../../answers/compare.ts'
import { useAnswer } from '../../answers/use-answer.ts'
import { Frame } from '../../parts/frame.tsx'
import type { BreakdownProps } from './breakdown-props.ts'

/** The statements that computed the table. They are asked for when this is shown. */
export function ExecutedStatements({ state, comparison, table }: BreakdownProps): JSX.Element {
  const answerState = useAnswer(
    tablesQuestion({
      metric: state.metric,
      comparison,
      dimensions: [table.dimensions.join(',')],
      rowLimit: 1,
      explain: true,
    }),
  )
  return (
    <Frame answerState={answerState} height={200}>
      {({ explanation }) => (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the keyboard
        <pre tabIndex={0}>{explanation?.executed.join('\n\n')}</pre>
      )}
    </Frame>
  )
}
