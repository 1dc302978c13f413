import fc from 'fast-check'
import type { GroupRow } from '../../src/analysis/group-table.ts'

/** A row with a label and a contribution; all else is empty. */
export function rowOf(label: string, contribution: number | null): GroupRow {
  return {
    labels: [label],
    missing: [false],
    current: null,
    compare: null,
    growth: null,
    growthRate: null,
    contribution,
    exactContribution: contribution === null ? null : String(contribution),
    share: null,
    rate: null,
    mix: null,
  }
}

const number = fc.double({ noNaN: true, min: -1e6, max: 1e6 })

/** Rows with contributions. */
export const rows: fc.Arbitrary<readonly GroupRow[]> = fc
  .array(number, { maxLength: 40 })
  .map((values) => values.map((value, at) => rowOf(`g${at}`, value)))
