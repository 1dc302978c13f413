import { createKeyNumbers } from '../groups/key-numbers.ts'
import type { ExtremeSlot } from './slots.ts'
import type { GroupTotals } from './sums-job.ts'

/** The totals of a grouping over all rows, from totals over some of them each; null from none. */
export function mergeTotals(
  parts: readonly GroupTotals[],
  extremes: readonly ExtremeSlot[],
): GroupTotals | null {
  const [first, ...rest] = parts
  if (first === undefined || rest.length === 0) return first ?? null
  const numbers = first.keys === null ? null : createKeyNumbers()
  const places = parts.map(({ keys }) =>
    keys === null ? null : Uint32Array.from(keys, (key) => numbers!.numberOf(key)),
  )
  const size = numbers === null ? first.sums.length / first.stride : numbers.size()
  const merged: GroupTotals = {
    keys: numbers === null ? null : numbers.keys(),
    stride: first.stride,
    sums: new Float64Array(size * first.stride).fill(-0),
    extremes: extremes.map(({ which }) => new Float64Array(size).fill(startOf(which))),
  }
  parts.forEach((part, index) => {
    addPart(merged, part, { places: places[index] ?? null, extremes })
  })
  return merged
}

function addPart(
  merged: GroupTotals,
  part: GroupTotals,
  {
    places,
    extremes,
  }: { readonly places: Uint32Array | null; readonly extremes: readonly ExtremeSlot[] },
): void {
  const { stride, sums } = part
  const groups = sums.length / stride
  for (let group = 0; group < groups; group++) {
    const place = (places === null ? group : places[group]!) * stride
    for (let slot = 0; slot < stride; slot++)
      merged.sums[place + slot]! += sums[group * stride + slot]!
  }
  extremes.forEach(({ which }, index) => {
    const from = part.extremes[index]!
    const to = merged.extremes[index]!
    const better = which === 'MIN' ? Math.min : Math.max
    for (let group = 0; group < groups; group++) {
      const place = places === null ? group : places[group]!
      to[place] = better(to[place]!, from[group]!)
    }
  })
}

/** The totals of all groups together. */
export function wholeTotals(groups: GroupTotals, extremes: readonly ExtremeSlot[]): GroupTotals {
  const { stride, sums } = groups
  const whole = new Float64Array(stride).fill(-0)
  for (let place = 0; place < sums.length; place += stride) {
    for (let slot = 0; slot < stride; slot++) whole[slot]! += sums[place + slot]!
  }
  return {
    keys: null,
    stride,
    sums: whole,
    extremes: extremes.map(({ which }, index) => {
      const better = which === 'MIN' ? Math.min : Math.max
      return Float64Array.of(
        groups.extremes[index]!.reduce((best, one) => better(best, one), startOf(which)),
      )
    }),
  }
}

/** What an extreme is before there is a value. */
function startOf(which: ExtremeSlot['which']): number {
  return which === 'MIN' ? Infinity : -Infinity
}
