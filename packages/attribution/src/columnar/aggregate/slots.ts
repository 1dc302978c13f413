import type { Predicate } from '../select/predicate.ts'
import type { BlockReader } from './block-reader.ts'

/** The filter of a measure. Equal filters have equal keys, and their rows are selected once. */
export interface SlotFilter {
  readonly key: string
  readonly predicate: Predicate
}

/** Sums or counts per group of the numbers of one reader. Measures with equal needs share a slot group. */
export interface SlotGroup {
  readonly key: string
  /** The rows that are added; null for all of them. */
  readonly filter: SlotFilter | null
  /** Index of its first slot. */
  readonly first: number
  readonly size: number
  /** Whether numbers are read in place or merely copied: reading them again then costs less than buffering them. */
  readonly plain: boolean
  /** Creates a reader with its own scratch arrays. Every job creates one. */
  open(): BlockReader
}

/** A minimum or maximum per group. */
export interface ExtremeSlot {
  readonly key: string
  /** The rows that are compared; null for all of them. */
  readonly filter: SlotFilter | null
  readonly which: 'MIN' | 'MAX'
  open(): BlockReader
}

/** The slots of some measures. */
export interface KeptSlots {
  readonly groups: readonly SlotGroup[]
  /** How many slots there are. */
  readonly slots: number
  readonly extremes: readonly ExtremeSlot[]
}

/** A slot group without its place. */
export type NewGroup = Omit<SlotGroup, 'first'>

/** Assigns slots; equal needs get the same slots. */
export interface Slots {
  /** The indices of a group's slots. */
  group(group: NewGroup): readonly number[]
  /** The index of an extreme. */
  extreme(slot: ExtremeSlot): number
  /** All assigned slots. */
  kept(): KeptSlots
}

/** Creates an empty assignment. */
export function createSlots(): Slots {
  const groups: SlotGroup[] = []
  const extremes: ExtremeSlot[] = []
  let slots = 0
  return {
    group(group) {
      let slotGroup = groups.find(({ key }) => key === group.key)
      if (slotGroup === undefined) {
        slotGroup = { ...group, first: slots }
        groups.push(slotGroup)
        slots += group.size
      }
      const { first, size } = slotGroup
      return Array.from({ length: size }, (_, index) => first + index)
    },
    extreme(slot) {
      const extremeIndex = extremes.findIndex(({ key }) => key === slot.key)
      return extremeIndex === -1 ? extremes.push(slot) - 1 : extremeIndex
    },
    kept: () => ({ groups, slots, extremes }),
  }
}
