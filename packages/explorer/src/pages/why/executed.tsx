import type { JSX } from 'preact'
import { timeQuestion } from '../../analysis/why-question.ts'
import { client } from '../../answers/client.ts'
import { useAnswer } from '../../answers/use-answer.ts'
import { Frame } from '../../parts/frame.tsx'
import type { BreakdownProps } from './breakdown-props.ts'

/** The statements that computed the table. They are asked for when this is shown. */
export function Executed({ state, subject, windows, table }: BreakdownProps): JSX.Element {
  const dimensions = [table.dimensions.join(',')]
  const body = {
    ...timeQuestion(state, { windows, dimensions, types: subject.types }),
    explain: true,
  }
  const asked = useAnswer({
    key: `explain ${JSON.stringify(body)}`,
    ask: (signal) => client.value!.compareTimes(body, { signal }),
  })
  return (
    <Frame asked={asked} height={200}>
      {({ explanation }) => (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the keyboard
        <pre tabIndex={0}>{explanation?.executed.join('\n\n')}</pre>
      )}
    </Frame>
  )
}
