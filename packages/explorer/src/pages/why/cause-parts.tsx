import type { RootCauseData } from '@tributary/contract'
import { PLAIN } from '@tributary/core/numbers'
import type { JSX } from 'preact'
import { texts } from '../../text/language.ts'
import { createNumberStyle, shareText } from '../../text/numbers.ts'
import type { BreakdownProps } from './breakdown-props.ts'
import { WindowHead } from './window-head.tsx'
import { exactly } from './words.ts'

type Part = RootCauseData['parts'][number]

interface PartsProps extends BreakdownProps {
  readonly parts: readonly Part[]
}

/** The contribution of each part of a formula to the change of the metric; nothing for a sum or a quotient. */
export function CauseParts({ parts, comparison, styles }: PartsProps): JSX.Element | null {
  const { causes: words, why } = texts.value
  if (parts.length === 0) return null
  return (
    <div class="scroll">
      <table>
        <caption>{words.parts}</caption>
        <thead>
          <tr>
            <th scope="col">{words.part}</th>
            <WindowHead label={comparison.labels.compare} />
            <WindowHead label={comparison.labels.current} />
            <th scope="col">{why.columns.contribution}</th>
            <th scope="col">{why.columns.share}</th>
            <th scope="col" class="text">
              {words.notSearched}
            </th>
          </tr>
        </thead>
        <tbody>
          {parts.map(({ part, compare, current, contribution, share, reason }) => {
            const partStyle = plainStyle([compare, current])
            return (
              <tr key={part}>
                <th scope="row">{part}</th>
                <td {...exactly(compare)}>{partStyle.value(compare)}</td>
                <td {...exactly(current)}>{partStyle.value(current)}</td>
                <td class="main" {...exactly(contribution)}>
                  {styles.part.change(contribution)}
                </td>
                <td class="share">{shareText(share)}</td>
                <td class="text">{reason}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** How values of a part are written: it does not have the unit of the metric. */
export function plainStyle(
  values: readonly (number | null)[],
): ReturnType<typeof createNumberStyle> {
  const [first = null, ...laterValues] = values
  const changes = laterValues.map((value) =>
    value === null || first === null ? null : value - first,
  )
  return createNumberStyle(PLAIN, { values, changes })
}
