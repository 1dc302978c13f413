import { toText } from '@tributary/expression'
import { type ColumnTable, escape as onRow } from 'arquero'
import type { Decimal } from '../numbers/decimal.ts'
import type { AggregateFrame, GroupKey, Leaf, NumberColumn } from '../source.ts'
import { isExact } from './accumulators/create-accumulator.ts'
import { GroupReducer, type GroupState } from './group-reducer.ts'
import { doubleColumn, exactColumn } from './number-column.ts'
import type { Row, RowReader } from './row-reader.ts'

/** Groups prepared rows by the keys and aggregates the leaves; no key gives exactly one group. */
export function groupFrame(
  rows: ColumnTable,
  keys: readonly GroupKey[],
  context: { readonly leaves: readonly Leaf[]; readonly reader: RowReader },
): AggregateFrame {
  const { leaves, reader } = context
  const grouped =
    keys.length === 0
      ? rows
      : rows.derive({ group: onRow((row: Row) => groupText(keys, row, reader)) }).groupby('group')
  const reduced = grouped.reduce(new GroupReducer(leaves))
  const states: readonly GroupState[] = [...reduced.array('state')]
  const groups: readonly (readonly (string | null)[])[] =
    keys.length === 0 ? [[]] : Array.from(reduced.array('group'), (text) => JSON.parse(text))
  return {
    rowCount: states.length,
    keys: keys.map((_, index) => groups.map((values) => values[index]!)),
    leaves: leaves.map((leaf, index) => ({
      current: leafColumn(leaf, states, (state) => state.current.leaves[index]!.result()),
      compare: leafColumn(leaf, states, (state) => state.compare.leaves[index]!.result()),
    })),
    present: {
      current: Float64Array.from(states, (state) => state.current.rows),
      compare: Float64Array.from(states, (state) => state.compare.rows),
    },
  }
}

/** One text for all keys: arquero's own join of several keys takes `a|b` and `c` for `a` and `b|c`. */
function groupText(keys: readonly GroupKey[], row: Row, reader: RowReader): string {
  return JSON.stringify(keys.map(({ value }) => toText(reader.value(value, row), value.type)))
}

function leafColumn(
  leaf: Leaf,
  states: readonly GroupState[],
  result: (state: GroupState) => Decimal | number | null,
): NumberColumn {
  const results = states.map(result)
  return isExact(leaf)
    ? exactColumn(results as readonly (Decimal | null)[])
    : doubleColumn(results as readonly (number | null)[])
}
