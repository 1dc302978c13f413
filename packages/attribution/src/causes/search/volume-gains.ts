import type { Lattice } from '../leaves/lattice.ts'
import type { Cells } from '../noise/cells.ts'
import type { Residuals } from '../noise/residuals.ts'
import type { Variances } from '../noise/variances.ts'

/** The sums of a search over segments whose spread is learned. */
export interface State {
  readonly lattice: Lattice
  readonly residuals: Residuals
  readonly cells: readonly Cells[]
  readonly variances: Variances
  /** By cuboid and cell, the nats to name it. */
  readonly costs: readonly Float64Array[]
  readonly gains: readonly Float64Array[]
  /** By cuboid, the cells that were chosen. */
  readonly taken: readonly Set<number>[]
  /** 1 for each leaf of them. */
  readonly claimed: Uint8Array
  /** By cuboid and cell, the size of its other leaves. */
  readonly free: readonly Float64Array[]
}

/** A cell of a cuboid, with its nats. */
export interface ChosenCell {
  readonly number: number
  readonly cell: number
  readonly gain: number
}

/** A chosen cell with its nats under the tails that were learned. */
export interface NamedCell extends ChosenCell {
  readonly sure: number
}

/** The nats of a cell as far as no cause explains it; of one that was chosen, none. */
export function gainLeft(state: State, number: number, cell: number): number {
  if (state.taken[number]!.has(cell)) return Number.NEGATIVE_INFINITY
  const { differences: cellResiduals, size } = state.cells[number]!
  if (!(size[cell]! > 0) && cellResiduals[cell] === 0) return Number.NEGATIVE_INFINITY
  return computeVolumeGain(state, number, cell, cellResiduals[cell]!)
}

/** The nats of a cell that differs so much from what is expected. */
export function computeVolumeGain(
  { residuals, variances, costs }: Pick<State, 'residuals' | 'variances' | 'costs'>,
  number: number,
  cell: number,
  residual: number,
): number {
  // Single late flights are in any week: amounts of both signs are judged by their tails.
  if (residuals.isSigned) {
    const gain = variances.usualNats(number, cell, residual) - costs[number]![cell]!
    return Number.isFinite(gain) ? gain : Number.NEGATIVE_INFINITY
  }
  const { freedom } = variances
  const square = (residual * residual) / variances.of(number, cell)
  return ((freedom + 1) / 2) * Math.log1p(square / freedom) - costs[number]![cell]!
}

/** The same under the tails that were learned. */
export function tailGain(
  { variances, costs }: State,
  {
    number,
    cell,
    rest: residual,
  }: { readonly number: number; readonly cell: number; readonly rest: number },
): number {
  return variances.usualNats(number, cell, residual) - costs[number]![cell]!
}
