import { nameText } from '@tributary/expression'
import type { Chance } from '../chance.ts'
import { REGIONS, type Table } from './rows.ts'
import { type Dataset, FOREIGN, type LimitedBy, type Tables } from './tables.ts'

/** Which rows `joe` sees: those of the region of his attributes. */
export interface RowCondition {
  /** The dataset that has the condition. */
  readonly dataset: string
  readonly rows: string
  /** The rows of a dataset that `joe` sees. */
  readonly visible: (dataset: Dataset) => Table
}

/** A condition on facts by their column or by a relation, or on a table that they look up. */
export function drawRowCondition(
  chance: Chance,
  { facts, places, prices }: Tables,
  limitedBy: LimitedBy,
): RowCondition {
  const fact = facts[0]!
  const [limited, column] = {
    column: [fact, 'region'] as const,
    relation: [fact, 'place'] as const,
    places: [places, 'zone'] as const,
    prices: [prices, 'level'] as const,
  }[limitedBy]
  const field =
    limitedBy === 'relation'
      ? `['${places.name}'/'${places.columns.zone!.name}']`
      : nameText(limited.columns[column]!.name)
  const isVisible = (value: string) =>
    limitedBy === 'relation' ? !FOREIGN.has(value) : value === REGIONS[0]
  return {
    dataset: limited.name,
    rows: `[user.sees] = "all" OR ${drawComparison(chance, field)}`,
    visible: (dataset) => {
      if (dataset !== limited) return dataset.table
      const { columns, table } = dataset
      const at = table.columns.indexOf(columns[column]!)
      return { ...table, rows: table.rows.filter((row) => isVisible(row[at]!)) }
    },
  }
}

/** Comparisons that are TRUE for the region of the user and nothing else. */
function drawComparison(chance: Chance, field: string): string {
  return chance.pick([
    `${field} = [user.region]`,
    `(${field} = [user.region] AND IsNotNull(${field}))`,
    `Lower(${field}) = Lower([user.region])`,
    `Concat(${field}, "!") = Concat([user.region], "!")`,
    `Case(${field} = [user.region], TRUE, FALSE)`,
    `NOT (${field} != [user.region])`,
  ])
}
