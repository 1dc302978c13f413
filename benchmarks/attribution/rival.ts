import type { BenchQuestion } from './questions.ts'

/** The measures of every group, by grouping and then by key: for each measure its current and its compare value; 0 for none. */
export type GroupValues = ReadonlyMap<string, ReadonlyMap<string, readonly number[]>>

/** An engine in one way of asking it. */
export interface Rival {
  readonly name: string
  /** A question put into its words; null when it cannot be asked, or not in a time that anybody would wait. */
  ask(question: BenchQuestion): Asked | null
}

/** A question that an engine was asked. */
export interface Asked {
  /** Answers it once, to the rows that the engine gives; this is what is timed. */
  run(): unknown
  /** The same rows, to be compared. */
  values(): Promise<GroupValues>
}

/** The name of a grouping. */
export function groupingName(columns: readonly string[]): string {
  return columns.join(', ')
}

/** Collects the values of groups. */
export function collectValues(): {
  add(grouping: string, key: readonly unknown[], place: number, value: unknown): void
  readonly values: GroupValues
} {
  const values = new Map<string, Map<string, number[]>>()
  return {
    values,
    add(grouping, key, place, value) {
      const groups = values.get(grouping) ?? new Map<string, number[]>()
      values.set(grouping, groups)
      const name = key.join('|')
      const numbers = groups.get(name) ?? []
      groups.set(name, numbers)
      numbers[place] = value === null || Number.isNaN(value) ? 0 : Number(value)
    },
  }
}
