import type { BlockReader } from './block-reader.ts'

/** Sums or counts that are kept for every group and come of one column; leaves that need the same share them. */
export interface SlotGroup {
  readonly key: string
  /** Place of the first among all slots. */
  readonly first: number
  readonly size: number
  /** Whether numbers are read where they lie: then going over the rows again costs less than remembering them. */
  readonly plain: boolean
  /** Makes the reader: every job has its own, with scratch of its own. */
  open(): BlockReader
}

/** A least or greatest number that is kept for every group. */
export interface ExtremeSlot {
  readonly key: string
  readonly which: 'MIN' | 'MAX'
  open(): BlockReader
}

/** What has to be kept for some leaves. */
export interface KeptSlots {
  readonly groups: readonly SlotGroup[]
  /** How many slots there are. */
  readonly slots: number
  readonly extremes: readonly ExtremeSlot[]
}

/** Sums or counts that have no place yet. */
export type NewGroup = Omit<SlotGroup, 'first'>

/** Gives out places; leaves that need the same get the same. */
export interface Slots {
  /** The places of a group's slots. */
  group(group: NewGroup): readonly number[]
  /** The place of an extreme. */
  extreme(slot: ExtremeSlot): number
  /** All that was given out. */
  kept(): KeptSlots
}

/** No place given out yet. */
export function createSlots(): Slots {
  const groups: SlotGroup[] = []
  const extremes: ExtremeSlot[] = []
  let slots = 0
  return {
    group(group) {
      let known = groups.find(({ key }) => key === group.key)
      if (known === undefined) {
        known = { ...group, first: slots }
        groups.push(known)
        slots += group.size
      }
      const { first, size } = known
      return Array.from({ length: size }, (_, index) => first + index)
    },
    extreme(slot) {
      const known = extremes.findIndex(({ key }) => key === slot.key)
      return known === -1 ? extremes.push(slot) - 1 : known
    },
    kept: () => ({ groups, slots, extremes }),
  }
}
