import { type Expr, findFunction, walk } from '@tributary/expression'
import type { Draft } from '../draft/draft.ts'
import type { Subject } from '../draft/findings.ts'
import { columnMeaning, type FoundTable, findColumnByName } from '../draft/tables.ts'
import type { NameMeaning } from '../sql-text/context/context.ts'
import { readSql } from '../sql-text/read-sql.ts'
import type { NamePart } from '../sql-text/syntax/sql-tree.ts'
import { noDataset, noMember, parseMemberName } from './members.ts'
import { type FieldMeaning, lookUp, writtenName } from './names.ts'
import type { SqlDataset, SqlField, SqlModelSource } from './sql-model.ts'

/** Fields that stand on more fields than these, one after another, are refused. */
const DEEPEST = 100

/** Whether a node is an aggregate. */
export function isAggregate(node: Expr): node is Extract<Expr, { kind: 'call' }> {
  return node.kind === 'call' && findFunction(node.name)?.family === 'aggregate'
}

/** A dataset that is made: what it is called here, and its table. */
export interface NamedDataset {
  readonly of: SqlDataset
  readonly name: string
  readonly table: FoundTable
}

/** The subject of findings about a field. */
export function subjectOfField(of: SqlDataset, field: SqlField): Subject {
  return { kind: 'dimension', name: `${of.name}.${field.name}`, at: field.at }
}

/** The meanings of the fields of all datasets. A field that cannot be read has one finding. */
export class Fields {
  readonly #source: SqlModelSource
  readonly #datasets: ReadonlyMap<string, NamedDataset>
  readonly #read = new Map<SqlField, FieldMeaning | { readonly refused: string }>()
  /** The fields that are being read, the last within the others. */
  readonly #open: SqlField[] = []

  constructor(source: SqlModelSource, datasets: ReadonlyMap<string, NamedDataset>) {
    this.#source = source
    this.#datasets = datasets
  }

  /** Those of one dataset that can be read, by name. */
  of(dataset: NamedDataset): ReadonlyMap<string, FieldMeaning> {
    const fields = new Map<string, FieldMeaning>()
    for (const field of dataset.of.fields.values()) {
      const meaning = this.#meaningOf(dataset, field)
      if ('tree' in meaning) fields.set(field.name, meaning)
    }
    return fields
  }

  /** The meaning of a name in a SQL text about rows of a dataset: a column, else a field. */
  resolve(parts: readonly NamePart[], dataset: NamedDataset): NameMeaning {
    if (this.#source.model.names.fields === 'IN_BRACES') return this.#member(parts, dataset)
    const last = parts.at(-1)!
    const before = parts.at(-2)
    if (before === undefined) {
      const meaning = this.#resolveIn(dataset, last)
      if (!('refused' in meaning) || !this.#source.model.names.isOneSet) return meaning
      const foreignMeanings = [...this.#datasets.values()].flatMap((candidate) => {
        const field = candidate === dataset ? undefined : lookUp(candidate.of.fields, last)
        return field === undefined ? [] : [this.#meaningOf(candidate, field)]
      })
      return foreignMeanings.length === 1 ? foreignMeanings[0]! : meaning
    }
    const isOwn = [dataset.of.name, dataset.of.table?.table ?? ''].some(
      (name) => name.toLowerCase() === before.text.toLowerCase(),
    )
    const of = lookUp(this.#datasets, before) ?? (isOwn ? dataset : undefined)
    return of === undefined
      ? { refused: `${writtenName(parts)} is no column of ${dataset.name}` }
      : this.#resolveIn(of, last)
  }

  #member(parts: readonly NamePart[], dataset: NamedDataset): NameMeaning {
    const member = parseMemberName(parts)
    if ('refused' in member) return member
    const of = member.of === null ? dataset : this.#datasets.get(member.of)
    if (of === undefined) return noDataset(member)
    if (member.isColumn) {
      return columnMeaning({ name: of.name, columns: of.table.columns }, parts.at(-1)!)
    }
    const field = of.of.fields.get(member.name)
    return field === undefined ? noMember(of.of, member) : this.#meaningOf(of, field)
  }

  #resolveIn(of: NamedDataset, part: NamePart): NameMeaning {
    const table = { name: of.name, columns: of.table.columns }
    const field = lookUp(of.of.fields, part)
    const isColumn = typeof findColumnByName(table, part) !== 'string'
    // Within its own text, the name of a field is that of a column.
    if (field === undefined || isColumn || field === this.#open.at(-1)) {
      return columnMeaning(table, part)
    }
    return this.#meaningOf(of, field)
  }

  #meaningOf(dataset: NamedDataset, field: SqlField): NameMeaning {
    const cachedMeaning = this.#read.get(field)
    if (cachedMeaning !== undefined) return cachedMeaning
    if (this.#open.length >= DEEPEST)
      return { refused: `${field.name} stands on more than ${DEEPEST} fields` }
    this.#read.set(field, { refused: `the field ${field.name} refers to itself` })
    this.#open.push(field)
    const meaning = this.#readField(dataset, field)
    this.#open.pop()
    this.#read.set(field, meaning)
    return meaning
  }

  #readField(dataset: NamedDataset, field: SqlField): NameMeaning {
    const { draft, model } = this.#source
    const subject = subjectOfField(dataset.of, field)
    const refuse = (reason: string): NameMeaning => {
      draft.findings.add('LEFT_OUT', subject, reason)
      return { refused: `${field.name} is left out` }
    }
    if ('refused' in field.sql) return refuse(field.sql.refused)
    const { text } = field.sql
    const reading = readSql(text, {
      dialect: model.dialect,
      resolve: (parts) => this.resolve(parts, dataset),
      hasBraces: model.names.fields === 'IN_BRACES',
    })
    if (reading.tree === null) return refuse(`${text}: ${reading.refusal.message}`)
    if (hasAggregate(reading.tree)) return refuse(`${text}: an aggregate in a field`)
    for (const { message } of reading.notes) draft.findings.add('NOTE', subject, message)
    if (field.note !== null) draft.findings.add('NOTE', subject, field.note)
    noteType(field, reading, subject, draft)
    return { tree: reading.tree, type: reading.type }
  }
}

function hasAggregate(tree: Expr): boolean {
  let hasMatch = false
  walk(tree, (node) => {
    hasMatch ||= isAggregate(node)
  })
  return hasMatch
}

function noteType(field: SqlField, { type }: FieldMeaning, subject: Subject, draft: Draft): void {
  const declaredType = field.type
  if (
    declaredType === null ||
    type === 'UNKNOWN' ||
    type === 'NULL' ||
    declaredType.fits.includes(type)
  )
    return
  draft.findings.add('NOTE', subject, `the file says ${declaredType.word}, the data has ${type}`)
}
