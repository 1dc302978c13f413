import { cellsOfLeaves } from './lattice.ts'
import { type Chosen, gainOf, type Named, type State, tailGain } from './volume-gains.ts'

/** The part of a segment's volume that its parts hold when they stand for it. */
export const NEARLY_ALL = 0.85

/** What was found without parts that moved as the rest of a larger segment that was found later. */
export function withoutParts(
  state: State,
  found: readonly Named[],
  before: Float64Array,
): readonly Named[] {
  const { lattice, residuals } = state
  const cellsOf = (one: Chosen) => cellsOfLeaves(lattice, lattice.cuboids[one.number]!)
  return found.filter((part, index) => {
    const { mask } = lattice.cuboids[part.number]!
    const inside = cellsOf(part)
    const leaf = inside.indexOf(part.cell)
    return !found.slice(index + 1).some((whole) => {
      const above = lattice.cuboids[whole.number]!.mask
      const around = cellsOf(whole)
      if (above === mask || (above & mask) !== above || around[leaf] !== whole.cell) return false
      let [rest, size, otherRest, otherSize] = [0, 0, 0, 0]
      for (let one = 0; one < inside.length; one++) {
        if (inside[one] === part.cell) {
          rest += before[one]!
          size += residuals.size[one]!
        } else if (around[one] === whole.cell) {
          otherRest += before[one]!
          otherSize += residuals.size[one]!
        }
      }
      if (!(otherSize > 0)) return true
      const shift = otherRest / otherSize
      const growth = residuals.isSigned ? 1 : Math.max(1, 1 + shift)
      return tailGain(state, { ...part, rest: (rest - shift * size) / growth }) <= 0
    })
  })
}

/** Where parts of a segment were found that hold nearly all of it and moved the same way, the segment is named once. */
export function asWholes(
  state: State,
  found: readonly Named[],
  before: Float64Array,
): readonly Named[] {
  const { lattice, cells } = state
  for (const one of found) {
    const cuboid = lattice.cuboids[one.number]!
    const siblings = found.filter(({ number }) => number === one.number)
    if (siblings.length < 2 || cuboid.dimensions.length < 2) continue
    const inside = cellsOfLeaves(lattice, cuboid)
    for (const [number, above] of lattice.cuboids.entries()) {
      if (above.dimensions.length !== cuboid.dimensions.length - 1) continue
      if ((above.mask & cuboid.mask) !== above.mask) continue
      const around = cellsOfLeaves(lattice, above)
      const cell = around[inside.indexOf(one.cell)]!
      const parts = siblings.filter((part) => around[inside.indexOf(part.cell)] === cell)
      const held = parts.reduce((sum, part) => sum + cells[part.number]!.size[part.cell]!, 0)
      if (parts.length < 2 || held < NEARLY_ALL * cells[number]!.size[cell]!) continue
      const moved = parts.map((part) => restIn(inside, part.cell, before))
      if (!moved.every((rest) => rest > 0) && !moved.every((rest) => rest < 0)) continue
      const rest = restIn(around, cell, before)
      const gain = gainOf(state, number, cell, rest)
      if (gain <= 0) continue
      const whole = { number, cell, gain, sure: tailGain(state, { number, cell, rest }) }
      return asWholes(state, [...found.filter((part) => !parts.includes(part)), whole], before)
    }
  }
  return found
}

function restIn(cellOf: Uint32Array, cell: number, before: Float64Array): number {
  return before.reduce((sum, rest, leaf) => (cellOf[leaf] === cell ? sum + rest : sum), 0)
}
