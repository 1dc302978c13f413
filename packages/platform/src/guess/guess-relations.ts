import { isKeyName } from './column-words.ts'
import type { GuessedColumn } from './guess-columns.ts'
import { splitWords, toSingular } from './unique-names.ts'

/** A table of which the columns are guessed. */
export interface GuessedTable {
  readonly name: string
  readonly rows: number
  readonly columns: readonly GuessedColumn[]
}

/** Columns of which one may lead to the other. */
export interface RelationCandidate {
  readonly from: string
  readonly column: GuessedColumn
  readonly to: string
  readonly key: GuessedColumn
  /** Whether the names say so; otherwise only the values may. */
  readonly isNamed: boolean
}

/** A candidate and how many of its values lead to a row. */
export interface CountedCandidate extends RelationCandidate {
  readonly distinct: number
  readonly matches: number
}

/** Whether no two rows have the same value, and every row has one. An estimate does not say so. */
export function isUnique(
  { profile: { filled, distinct, isExact } }: GuessedColumn,
  rows: number,
): boolean {
  return rows > 0 && filled === rows && isExact && distinct === rows
}

/** The column that tells the rows of a table apart: one that is called so, otherwise the first. */
export function findKeyColumn({ columns, rows }: GuessedTable): GuessedColumn | null {
  const unique = columns.filter((column) => isUnique(column, rows) && KEY_TYPES.has(column.type))
  const named = unique.find(({ name }) => isKeyName(name))
  if (named !== undefined) return named
  const [first] = unique
  return rows > 1 && first !== undefined && first === columns[0] ? first : null
}

const KEY_TYPES: ReadonlySet<GuessedColumn['type']> = new Set(['BIGINT', 'VARCHAR'])

/** The pairs of columns that may be relations: a key of one table, and a column of another of the same type. */
export function listRelationCandidates(
  tables: readonly GuessedTable[],
): readonly RelationCandidate[] {
  return tables.flatMap((to) => {
    const key = findKeyColumn(to)
    if (key === null) return []
    return tables.flatMap((from) => {
      if (from === to || from.rows < to.rows) return []
      return from.columns.flatMap((column): readonly RelationCandidate[] => {
        if (column.type !== key.type || column.profile.filled === 0) return []
        const isNamed = matchesName(column.name, to.name, key.name)
        const mayBe = isNamed || (key.type === 'VARCHAR' && column.profile.distinct >= 5)
        return mayBe ? [{ from: from.name, column, to: to.name, key, isNamed }] : []
      })
    })
  })
}

/** `customer_id` leads to the `id` of `customers`, and so does `customer`; `region` leads to a `region`. */
function matchesName(column: string, table: string, key: string): boolean {
  const [columnWords, keyWords] = [
    splitWords(column).map(toSingular),
    splitWords(key).map(toSingular),
  ]
  const tableWords = splitWords(table).map(toSingular)
  const same = (a: readonly string[], b: readonly string[]): boolean => a.join(' ') === b.join(' ')
  if (same(columnWords, tableWords) || same(columnWords, [...tableWords, ...keyWords])) return true
  return same(columnWords, keyWords) && !(columnWords.length === 1 && GENERIC.has(columnWords[0]!))
}

/** Names that every table may have for something else. */
const GENERIC = new Set(['id', 'name', 'code', 'key', 'no', 'nr', 'number', 'title', 'index'])

/** How many of the values must lead to a row where names say so, and where only the values do. */
const MATCH_SHARE = { named: 0.9, unnamed: 0.999 }

/** The candidates that hold: one for a column, and none that leads back. */
export function filterRelations(counted: readonly CountedCandidate[]): readonly CountedCandidate[] {
  const share = ({ matches, distinct }: CountedCandidate): number => matches / Math.max(distinct, 1)
  const fitting = counted
    .filter(
      (candidate) =>
        share(candidate) >= (candidate.isNamed ? MATCH_SHARE.named : MATCH_SHARE.unnamed) &&
        candidate.matches > 0,
    )
    .toSorted((a, b) => Number(b.isNamed) - Number(a.isNamed) || share(b) - share(a))
  const relations: CountedCandidate[] = []
  for (const candidate of fitting) {
    const isTaken = relations.some(
      ({ from, column }) => from === candidate.from && column === candidate.column,
    )
    if (!isTaken && !leadsTo(relations, candidate.to, candidate.from)) relations.push(candidate)
  }
  return relations
}

function leadsTo(relations: readonly CountedCandidate[], from: string, to: string): boolean {
  if (from === to) return true
  return relations.some((relation) => relation.from === from && leadsTo(relations, relation.to, to))
}
