import { cellsOfLeaves } from '../leaves/lattice.ts'
import {
  type ChosenCell,
  computeVolumeGain,
  type NamedCell,
  type State,
  tailGain,
} from './volume-gains.ts'

/** The part of a segment's volume that its parts hold when they stand for it. */
export const NEARLY_ALL = 0.85

/** Leaves out segments that moved as the rest of a larger segment that was found later. */
export function withoutParts(
  state: State,
  namedCells: readonly NamedCell[],
  before: Float64Array,
): readonly NamedCell[] {
  const { lattice, residuals } = state
  const getLeafCells = (chosen: ChosenCell) =>
    cellsOfLeaves(lattice, lattice.cuboids[chosen.number]!)
  return namedCells.filter((part, index) => {
    const { mask } = lattice.cuboids[part.number]!
    const inside = getLeafCells(part)
    const leaf = inside.indexOf(part.cell)
    return !namedCells.slice(index + 1).some((largerSegment) => {
      const above = lattice.cuboids[largerSegment.number]!.mask
      const largerCells = getLeafCells(largerSegment)
      if (above === mask || (above & mask) !== above || largerCells[leaf] !== largerSegment.cell)
        return false
      let [residual, size, otherRest, otherSize] = [0, 0, 0, 0]
      for (let leafIndex = 0; leafIndex < inside.length; leafIndex++) {
        if (inside[leafIndex] === part.cell) {
          residual += before[leafIndex]!
          size += residuals.size[leafIndex]!
        } else if (largerCells[leafIndex] === largerSegment.cell) {
          otherRest += before[leafIndex]!
          otherSize += residuals.size[leafIndex]!
        }
      }
      if (!(otherSize > 0)) return true
      const shift = otherRest / otherSize
      const growth = residuals.isSigned ? 1 : Math.max(1, 1 + shift)
      return tailGain(state, { ...part, rest: (residual - shift * size) / growth }) <= 0
    })
  })
}

/** Where parts of a segment were found that hold nearly all of it and moved the same way, the segment is named once. */
export function asWholes(
  state: State,
  namedCells: readonly NamedCell[],
  before: Float64Array,
): readonly NamedCell[] {
  const { lattice, cells } = state
  for (const namedCell of namedCells) {
    const cuboid = lattice.cuboids[namedCell.number]!
    const siblings = namedCells.filter(({ number }) => number === namedCell.number)
    if (siblings.length < 2 || cuboid.dimensions.length < 2) continue
    const inside = cellsOfLeaves(lattice, cuboid)
    for (const [number, above] of lattice.cuboids.entries()) {
      if (above.dimensions.length !== cuboid.dimensions.length - 1) continue
      if ((above.mask & cuboid.mask) !== above.mask) continue
      const coarserCells = cellsOfLeaves(lattice, above)
      const cell = coarserCells[inside.indexOf(namedCell.cell)]!
      const parts = siblings.filter((part) => coarserCells[inside.indexOf(part.cell)] === cell)
      const coveredSize = parts.reduce((sum, part) => sum + cells[part.number]!.size[part.cell]!, 0)
      if (parts.length < 2 || coveredSize < NEARLY_ALL * cells[number]!.size[cell]!) continue
      const moved = parts.map((part) => restIn(inside, part.cell, before))
      if (!moved.every((residual) => residual > 0) && !moved.every((residual) => residual < 0))
        continue
      const coarserResidual = restIn(coarserCells, cell, before)
      const gain = computeVolumeGain(state, number, cell, coarserResidual)
      if (gain <= 0) continue
      const mergedSegment = {
        number,
        cell,
        gain,
        sure: tailGain(state, { number, cell, rest: coarserResidual }),
      }
      return asWholes(
        state,
        [...namedCells.filter((part) => !parts.includes(part)), mergedSegment],
        before,
      )
    }
  }
  return namedCells
}

function restIn(cellOf: Uint32Array, cell: number, before: Float64Array): number {
  return before.reduce((sum, residual, leaf) => (cellOf[leaf] === cell ? sum + residual : sum), 0)
}
