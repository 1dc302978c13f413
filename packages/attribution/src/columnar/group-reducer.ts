import type { Value } from '@tributary/expression'
import { Reducer } from 'arquero'
import type { Leaf } from '../source.ts'
import type { Accumulator } from './accumulators/accumulator.ts'
import { createAccumulator } from './accumulators/create-accumulator.ts'

/** One window of a group: its rows, and an accumulator per leaf. */
export interface WindowState {
  rows: number
  readonly leaves: readonly Accumulator[]
}

/** One group. */
export interface GroupState {
  readonly current: WindowState
  readonly compare: WindowState
}

type Columns = Readonly<Record<string, { at(row: number): unknown }>>

/** Reduces prepared rows to one {@link GroupState} a group, in the column `state`. */
export class GroupReducer extends Reducer {
  readonly #leaves: readonly Leaf[]

  constructor(leaves: readonly Leaf[]) {
    super(['state'])
    this.#leaves = leaves
  }

  override init(): GroupState {
    const window = (): WindowState => ({ rows: 0, leaves: this.#leaves.map(createAccumulator) })
    return { current: window(), compare: window() }
  }

  override add(state: GroupState, row: number, columns: Columns): void {
    this.#addTo(state.current, row, columns, 'current')
    this.#addTo(state.compare, row, columns, 'compare')
  }

  override write(state: GroupState, output: { state: GroupState[] }): number {
    // The index that arquero 8.0.3 passes is 1 from the second group on, so it cannot be used.
    output.state.push(state)
    return 1
  }

  #addTo(window: WindowState, row: number, columns: Columns, name: string): void {
    if (columns[name]!.at(row) !== true) return
    window.rows++
    window.leaves.forEach((accumulator, index) => {
      const value = (columns[`leaf${index}`]!.at(row) ?? null) as Value
      if (value !== null) accumulator.add(value)
    })
  }
}
