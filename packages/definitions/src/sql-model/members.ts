import type { NameMeaning } from '../sql-text/context/context.ts'
import type { NamePart } from '../sql-text/syntax/sql-tree.ts'
import { formatName } from './names.ts'
import type { SqlDataset } from './sql-model.ts'

/** A column, field or metric that a text with braces names. */
export interface Member {
  /** The dataset; null for the one that the text belongs to. */
  readonly dataset: string | null
  readonly name: string
  /** Whether it is a column of the table, else a field or a metric. */
  readonly isColumn: boolean
}

/** The names in a text of the dataset that the text belongs to. */
const OWN = ['CUBE', 'TABLE']

/** The dataset that a name means; null for the one that the text belongs to. */
function toDatasetName(name: string): string | null {
  return OWN.includes(name) ? null : name
}

/** The text between the braces of a name; null for a name without braces. */
export function stripBraces(text: string): string | null {
  return text.startsWith('{') && text.endsWith('}') ? text.slice(1, -1) : null
}

/** `{name}` and `{dataset.name}` are members, `name`, `{dataset}.name` and `dataset.name` columns. */
export function parseMemberName(parts: readonly NamePart[]): Member | { readonly refused: string } {
  const written = formatName(parts)
  const [first, second] = parts as [NamePart, ...NamePart[]]
  const path = stripBraces(first.text)?.split('.') ?? null
  if (parts.slice(1).some(({ text }) => stripBraces(text) !== null) || parts.length > 2) {
    return { refused: `${written} is no name of a member or a column` }
  }
  const [dataset, name] = path ?? [first.text]
  if (second !== undefined && name === undefined) {
    return { dataset: toDatasetName(dataset!), name: second.text, isColumn: true }
  }
  if (path === null) return { dataset: null, name: first.text, isColumn: true }
  if (second !== undefined || path.length > 2) {
    return { refused: `${written} is a path of joins, or a part of a time` }
  }
  if (name === undefined) return { dataset: null, name: dataset!, isColumn: false }
  return { dataset: toDatasetName(dataset!), name, isColumn: false }
}

/** The refusal of a member of no dataset. */
export function refuseDataset({ dataset }: Member): NameMeaning {
  return { refused: `there is no dataset ${dataset}` }
}

/** The refusal of a member that a dataset does not have. */
export function refuseMember({ name: dataset }: SqlDataset, { name }: Member): NameMeaning {
  return { refused: `${dataset} has no member ${name}` }
}
