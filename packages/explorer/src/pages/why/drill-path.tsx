import type { JSX } from 'preact'
import { readGroups } from '../../analysis/group-table.ts'
import { type IcicleBox, icicleLevels } from '../../analysis/icicle.ts'
import { createComparison } from '../../analysis/why-question.ts'
import { tablesQuestion } from '../../answers/compare.ts'
import { useAnswer } from '../../answers/use-answer.ts'
import { Icicle, type LabelledBox } from '../../charts/icicle.tsx'
import { Frame } from '../../parts/frame.tsx'
import { texts } from '../../text/language.ts'
import { countText } from '../../text/numbers.ts'
import type { BreakdownProps } from './breakdown-props.ts'
import { formatDimensionName } from './question/dimension-name.ts'
import { createRowStyles, groupLabel, type Styles } from './words.ts'

const SHOWN = 200

/** The drill path from the whole down: at each step the groups beside the one that was chosen. */
export function DrillPath(props: BreakdownProps & { readonly name: string }): JSX.Element {
  const { state, subject, windows, table, change } = props
  const { at, metric } = state
  const questions = at.flatMap((step, level) => {
    const above = { ...state, at: at.slice(0, level) }
    const comparison = createComparison(above, {
      windows,
      types: subject.types,
      missing: texts.value.why.noValue,
    })
    const dimensions = [step.dimension]
    return comparison === null
      ? []
      : [tablesQuestion({ metric, comparison, dimensions, rowLimit: SHOWN })]
  })
  const answerState = useAnswer({
    key: `path ${questions.map(({ key }) => key).join()}`,
    ask: (signal) => Promise.all(questions.map(({ ask }) => ask(signal))),
  })
  return (
    <Frame answerState={answerState} height={160}>
      {(answers) => {
        const above = answers.flatMap(({ tables }) => (tables[1] ? [readGroups(tables[1])] : []))
        const levels = icicleLevels([...above, table], at)
        const rows = [...above, table].flatMap((level) => level.rows)
        const styles = createRowStyles(subject.form, props.total, rows)
        if (levels.length === 0) return <p class="note">{texts.value.why.noContributions}</p>
        return (
          <Icicle
            name={texts.value.why.views.path}
            levels={levels.map((boxes, level) => ({
              name: formatDimensionName(
                at[level]?.dimension ?? table.dimensions.join(','),
                subject,
              ),
              boxes: boxes.map((box) =>
                toLabeledBox(box, styles, (value) => {
                  const dimension = at[level]?.dimension ?? table.dimensions[0]!
                  change({ at: [...at.slice(0, level), { dimension, value }], by: null })
                }),
              ),
            }))}
          />
        )
      }}
    </Frame>
  )
}

function toLabeledBox(
  box: IcicleBox,
  { part }: Styles,
  choose: (value: string | null) => void,
): LabelledBox {
  const { row, groups, contribution, from, to, isChosen } = box
  const text = part.change(contribution)
  const label = row === null ? texts.value.why.others(countText(groups)) : groupLabel(row)
  return {
    from,
    to,
    label,
    text,
    isLess: contribution < 0,
    isChosen,
    choose:
      row === null || row.labels.length > 1
        ? null
        : () => choose(row.missing[0] ? null : row.labels[0]!),
  }
}
