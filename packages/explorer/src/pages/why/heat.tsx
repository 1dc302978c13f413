import type { JSX } from 'preact'
import { readGroups } from '../../analysis/group-table.ts'
import { type HeatLine, heatGrid } from '../../analysis/heat-grid.ts'
import { tablesQuestion } from '../../answers/compare.ts'
import { useAnswer } from '../../answers/use-answer.ts'
import { HeatTable, type HeatTableCell } from '../../charts/heat-table.tsx'
import { Frame } from '../../parts/frame.tsx'
import { texts } from '../../text/language.ts'
import { countText } from '../../text/numbers.ts'
import type { BreakdownProps } from './breakdown-props.ts'
import { stepsTo } from './group-charts.tsx'
import { formatDimensionName } from './question/dimension-name.ts'
import { createRowStyles, groupLabel } from './words.ts'

const SIZE = { rows: 16, columns: 10 }
const ALL = 10_000

/** The contributions by two dimensions at once. */
export function Heat(props: BreakdownProps & { readonly name: string }): JSX.Element {
  const { state, table, ranked, subject, change } = props
  const { why } = texts.value
  const first = table.dimensions[0]!
  const remainingDimensions = ranked.filter((dimension) => dimension !== first)
  const second = table.dimensions[1] ?? state.beside ?? remainingDimensions[0]
  if (second === undefined) return <p class="note">{why.oneDimension}</p>
  return (
    <>
      <p class="controls">
        <label>
          {why.beside}{' '}
          <select
            value={second}
            onChange={(event) => change({ beside: event.currentTarget.value })}
          >
            {[...new Set([second, ...remainingDimensions])].map((dimension) => (
              <option key={dimension} value={dimension}>
                {formatDimensionName(dimension, subject)}
              </option>
            ))}
          </select>
        </label>
      </p>
      <Grid {...props} pair={[first, second]} />
    </>
  )
}

function Grid({
  pair,
  ...props
}: BreakdownProps & { readonly pair: readonly [string, string] }): JSX.Element {
  const { state, comparison, subject } = props
  const answerState = useAnswer(
    tablesQuestion({
      metric: state.metric,
      comparison,
      dimensions: [pair.join(',')],
      rowLimit: ALL,
    }),
  )
  return (
    <Frame answerState={answerState} height={400}>
      {({ tables }) => {
        const answered = tables[1]
        const table = answered && readGroups(answered)
        const grid = table && heatGrid(table, SIZE)
        if (!grid) return <p class="note">{texts.value.why.noContributions}</p>
        const name = formatDimensionName(pair.join(','), subject)
        const { value, part } = createRowStyles(subject.form, props.total, table!.rows)
        return (
          <HeatTable
            name={name}
            corner={formatDimensionName(pair[0], subject)}
            rows={grid.rows.map(lineText)}
            columns={grid.columns.map(lineText)}
            cells={grid.cells.map((row) =>
              row.map(({ contribution, row: group, groups }): HeatTableCell => {
                const text = groups === 0 ? '' : part.change(contribution)
                const strength = grid.largest === 0 ? 0 : contribution / grid.largest
                if (group === null) return { text, strength, title: text, choose: null }
                const values = `${value.value(group.compare)} → ${value.value(group.current)}`
                const title = `${groupLabel(group)}: ${text} (${values})`
                return {
                  text,
                  strength,
                  title,
                  choose: () => props.drill(stepsTo(group, table!.dimensions)),
                }
              }),
            )}
            note={
              table!.remainder === null
                ? null
                : `${texts.value.why.others(countText(table!.remainder.groups))}: ${part.change(table!.remainder.contribution)}`
            }
          />
        )
      }}
    </Frame>
  )
}

function lineText({ value, isRest }: HeatLine): string {
  const { why } = texts.value
  return isRest ? why.rest : (value ?? why.noValue)
}
