import type { JSX } from 'preact'
import { type GroupRow, toNumber } from '../../analysis/group-table.ts'
import { orderRows, readRowOrder, rowOrderText, type SortKey } from '../../analysis/row-order.ts'
import { useRowsInSight } from '../../parts/use-rows-in-sight.ts'
import { texts } from '../../text/language.ts'
import { countText, rateText, shareText } from '../../text/numbers.ts'
import type { BreakdownProps } from './breakdown-props.ts'
import { stepsTo } from './group-charts.tsx'
import { exactly, groupLabel } from './words.ts'

/** Every group with both values, its change and what it contributes. Rows far out of sight are not drawn. */
export function GroupTableView(props: BreakdownProps & { readonly name: string }): JSX.Element {
  const { state, table, name, change } = props
  const rows = orderRows(table.rows, readRowOrder(state.sort))
  const { ref, from, to, above, below } = useRowsInSight(rows.length)
  const largest = Math.max(...table.rows.map(({ share }) => Math.abs(share ?? 0)), Number.MIN_VALUE)
  const columns = createGroupColumns(props)
  return (
    <>
      <section
        class="scroll rows"
        ref={ref}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the keyboard
        tabIndex={0}
        aria-label={texts.value.why.groupsOf(name)}
      >
        <table aria-rowcount={rows.length + 1}>
          <caption>{name}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <HeadCell key={column.key} column={column} {...props} />
              ))}
            </tr>
          </thead>
          <tbody>
            <Spacer height={above} columns={columns.length} />
            {rows.slice(from, to).map((row, at) => (
              <Row key={from + at} index={from + at} row={row} largest={largest} {...props} />
            ))}
            <Spacer height={below} columns={columns.length} />
          </tbody>
        </table>
      </section>
      {table.remainder !== null && (
        <p class="hint">
          {texts.value.why.largest(countText(table.rows.length))}{' '}
          {!state.allRows && (
            <button type="button" onClick={() => change({ allRows: true })}>
              {texts.value.home.more}
            </button>
          )}
        </p>
      )}
    </>
  )
}

function Spacer({ height, columns }: { height: number; columns: number }): JSX.Element | null {
  if (height === 0) return null
  return (
    <tr class="spacer">
      <td colSpan={columns} style={{ height: `${height}px` }} />
    </tr>
  )
}

interface Column {
  readonly key: SortKey
  readonly label: string
}

function createGroupColumns({
  table,
  comparison,
  name,
}: BreakdownProps & { readonly name: string }): readonly Column[] {
  const { columns } = texts.value.why
  const split: readonly Column[] = table.isSplit
    ? [
        { key: 'rate', label: columns.rate },
        { key: 'mix', label: columns.mix },
      ]
    : []
  return [
    { key: 'label', label: name },
    { key: 'compare', label: comparison.labels.compare },
    { key: 'current', label: comparison.labels.current },
    { key: 'growth', label: columns.growth },
    { key: 'growthRate', label: columns.growthRate },
    { key: 'contribution', label: columns.contribution },
    ...split,
    { key: 'share', label: columns.share },
  ]
}

function HeadCell({
  column,
  state,
  change,
}: BreakdownProps & { readonly column: Column }): JSX.Element {
  const { key, label } = column
  const order = readRowOrder(state.sort)
  const isSorted = order?.key === key
  const descending = isSorted ? !order.descending : key !== 'label'
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (order.descending ? 'descending' : 'ascending') : undefined}
      class={key === 'label' ? undefined : 'number'}
    >
      <button type="button" onClick={() => change({ sort: rowOrderText({ key, descending }) })}>
        {label}
        {isSorted && <span aria-hidden="true">{order.descending ? ' ↓' : ' ↑'}</span>}
      </button>
    </th>
  )
}

function Row(
  props: BreakdownProps & {
    readonly row: GroupRow
    readonly index: number
    readonly largest: number
  },
): JSX.Element {
  const { row, index, table, drill, largest, styles } = props
  const { why } = texts.value
  const label = groupLabel(row)
  const share = row.share ?? 0
  return (
    <tr aria-rowindex={index + 2}>
      <th scope="row" title={label}>
        <button
          type="button"
          aria-label={why.drill(label)}
          onClick={() => drill(stepsTo(row, table.dimensions))}
        >
          <span class={row.missing.some(Boolean) ? 'missing' : undefined}>{label}</span>
          <span class="arrow" aria-hidden="true">
            ›
          </span>
        </button>
      </th>
      <td {...exactly(row.compare)}>{styles.value.value(row.compare)}</td>
      <td {...exactly(row.current)}>{styles.value.value(row.current)}</td>
      <td {...exactly(row.growth)}>{styles.value.change(row.growth)}</td>
      <td {...exactly(row.growthRate)}>{growthText(row)}</td>
      <td class="main" {...exactly(row.exactContribution)}>
        {styles.part.change(row.contribution)}
      </td>
      {table.isSplit && <td {...exactly(row.rate)}>{styles.part.change(row.rate)}</td>}
      {table.isSplit && (
        <td
          class={styles.part.change(row.mix).startsWith('−') ? 'less' : undefined}
          {...exactly(row.mix)}
        >
          {styles.part.change(row.mix)}
        </td>
      )}
      <td class="share" {...exactly(row.share)}>
        {shareText(row.share)}
        {row.share !== null && (
          <span class={`meter ${share < 0 ? 'less' : 'more'}`} aria-hidden="true">
            <span style={{ width: `${(Math.abs(share) / largest) * 100}%` }} />
          </span>
        )}
      </td>
    </tr>
  )
}

/** A rate against a value below 0 has the wrong sign for most readers. */
function growthText({ compare, growthRate }: GroupRow): string {
  return (toNumber(compare) ?? 0) < 0 ? texts.value.why.fromBelow : rateText(growthRate)
}
