import type { SlicedWork } from '@tributary/core/internal'
import { measureAt } from '../../plan/join-facts.ts'
import type { AggregateFrame, MeasureColumns } from '../../request/source.ts'
import {
  type MetricValue,
  type MetricValues,
  metricValues,
  type PartFrames,
  valueOfNothing,
} from '../parts/part-values.ts'
import type { PartByPeriod } from './cells.ts'
import { averageColumns } from './mean-of-parts.ts'
import type { Placed, PlacedCell } from './windowed-measures.ts'

/** The groups of a part. */
export interface PartGroups extends Pick<PartFrames, 'facts' | 'frontier' | 'executed'> {
  readonly rowCount: number
  readonly keys: AggregateFrame['keys']
  readonly metrics: readonly MetricValues[]
}

/** The groups of some periods, with a column for each measure in a window. */
export type WindowedFrame = Pick<AggregateFrame, 'rowCount' | 'keys' | 'measures'>

/** The groups that were found, period by period. */
export class FoundGroups {
  readonly #part: PartByPeriod
  readonly #keys: (string | null)[][]
  readonly #values: MetricValue[][]
  readonly #isThere: boolean[][]
  readonly #overflows: number[]
  readonly #none: (0 | null)[]

  constructor(part: PartByPeriod) {
    this.#part = part
    this.#keys = part.keys.map(() => [])
    this.#values = part.metrics.map(() => [])
    this.#isThere = part.metrics.map(() => [])
    this.#overflows = part.metrics.map(() => 0)
    this.#none = part.metrics.map((metric) => valueOfNothing(metric))
  }

  /** Adds the groups of a period that have rows in one of its windows. */
  *add(
    { cell, measures: at, rows: counts }: PlacedCell,
    frame: WindowedFrame,
    placed: readonly Placed[],
  ): SlicedWork<void> {
    const { byPeriod, metrics } = this.#part
    const all = Array.from({ length: frame.rowCount }, (_, row) => row)
    const rows = all.filter((row) =>
      counts.some((measure) => countAt(frame.measures[measure]!, row) > 0),
    )
    const places = Int32Array.from(rows)
    const present = new Float64Array(rows.length).fill(1)
    for (const [index, metric] of metrics.entries()) {
      const getMeasureColumns = (measure: number): MeasureColumns =>
        measureAt(frame.measures[measure]!, { rows: places, measure: placed[measure]!.measure })
      const measures = metric.measures.map(
        ({ countedBy, aggregate }, measureIndex): MeasureColumns => {
          const there = at[index]![measureIndex]!
          if (typeof there === 'number') return getMeasureColumns(there)
          const counter = metric.measures.findIndex(({ name }) => name === countedBy)
          const counts = counter < 0 ? null : (at[index]![counter] as readonly number[])
          const current = averageColumns(
            there.map((measure) => getMeasureColumns(measure).current),
            {
              counts: counts?.map((measure) => getMeasureColumns(measure).current) ?? null,
              aggregate,
            },
          )
          return { current, compare: current }
        },
      )
      const sides = { current: present, compare: present }
      const metricFrame = { rowCount: rows.length, keys: [], measures, present: sides }
      const values = yield* metricValues(metric, metricFrame)
      this.#overflows[index]! += values.overflows
      const isSeen = cell.isSeen[index]!
      for (const row of rows.keys()) {
        this.#values[index]!.push(isSeen ? values.at(row) : null)
        this.#isThere[index]!.push(values.isThere(row))
      }
    }
    let key = 0
    for (const [index, grain] of byPeriod.grains.entries()) {
      const column = grain === null ? frame.keys[key++]! : null
      const text = (row: number) => (column === null ? cell.texts[index]! : column[row]!)
      for (const row of rows) this.#keys[index]!.push(text(row))
    }
  }

  groups(): Pick<PartGroups, 'rowCount' | 'keys' | 'metrics'> {
    // Without a key there is one group, with rows or without.
    const isEmpty = this.#part.keys.length === 0 && this.#values[0]!.length === 0
    return {
      rowCount: isEmpty ? 1 : this.#values[0]!.length,
      keys: this.#keys,
      metrics: this.#part.metrics.map(({ name }, index): MetricValues => {
        const values = this.#values[index]!
        const [none, overflows] = [this.#none[index]!, this.#overflows[index]!]
        const isThere = (row: number): boolean => this.#isThere[index]![row] ?? true
        return { name, at: (row) => (isEmpty ? none : values[row]!), isThere, none, overflows }
      }),
    }
  }
}

function countAt({ current }: MeasureColumns, row: number): number {
  return Number((current.kind === 'double' ? current.values[row] : current.units[row]) ?? 0)
}
