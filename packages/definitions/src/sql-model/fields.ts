import { type Expr, findFunction, walk } from '@tributary/expression'
import type { Draft } from '../draft/draft.ts'
import type { Subject } from '../draft/findings.ts'
import { type FoundTable, findColumnByName, resolveColumn } from '../draft/tables.ts'
import type { NameMeaning } from '../sql-text/context/context.ts'
import { readSql } from '../sql-text/read-sql.ts'
import type { NamePart } from '../sql-text/syntax/sql-tree.ts'
import { parseMemberName, refuseDataset, refuseMember } from './members.ts'
import { type FieldMeaning, formatName, lookUp } from './names.ts'
import type { SqlDataset, SqlField, SqlModelSource } from './sql-model.ts'

/** The longest chain of fields that refer to one another; longer ones are refused. */
const DEEPEST = 100

/** Whether a node is an aggregate. */
export function isAggregate(node: Expr): node is Extract<Expr, { kind: 'call' }> {
  return node.kind === 'call' && findFunction(node.name)?.family === 'aggregate'
}

/** A dataset that is made: what it is called here, and its table. */
export interface NamedDataset {
  readonly source: SqlDataset
  readonly name: string
  readonly table: FoundTable
}

/** The subject of findings about a field. */
export function toFieldSubject(dataset: SqlDataset, field: SqlField): Subject {
  return { kind: 'dimension', name: `${dataset.name}.${field.name}`, at: field.at }
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
  readFields(dataset: NamedDataset): ReadonlyMap<string, FieldMeaning> {
    const fields = new Map<string, FieldMeaning>()
    for (const field of dataset.source.fields.values()) {
      const meaning = this.#resolveField(dataset, field)
      if ('tree' in meaning) fields.set(field.name, meaning)
    }
    return fields
  }

  /** The meaning of a name in a SQL text about rows of a dataset: a column, else a field. */
  resolve(parts: readonly NamePart[], dataset: NamedDataset): NameMeaning {
    if (this.#source.model.names.fields === 'IN_BRACES') return this.#resolveMember(parts, dataset)
    const last = parts.at(-1)!
    const before = parts.at(-2)
    if (before === undefined) {
      const meaning = this.#resolveIn(dataset, last)
      if (!('refused' in meaning) || !this.#source.model.names.isOneSet) return meaning
      const foreignMeanings = [...this.#datasets.values()].flatMap((candidate) => {
        const field = candidate === dataset ? undefined : lookUp(candidate.source.fields, last)
        return field === undefined ? [] : [this.#resolveField(candidate, field)]
      })
      return foreignMeanings.length === 1 ? foreignMeanings[0]! : meaning
    }
    const isSameDataset = [dataset.source.name, dataset.source.table?.table ?? ''].some(
      (name) => name.toLowerCase() === before.text.toLowerCase(),
    )
    const target = lookUp(this.#datasets, before) ?? (isSameDataset ? dataset : undefined)
    return target === undefined
      ? { refused: `${formatName(parts)} is no column of ${dataset.name}` }
      : this.#resolveIn(target, last)
  }

  #resolveMember(parts: readonly NamePart[], dataset: NamedDataset): NameMeaning {
    const member = parseMemberName(parts)
    if ('refused' in member) return member
    const target = member.dataset === null ? dataset : this.#datasets.get(member.dataset)
    if (target === undefined) return refuseDataset(member)
    if (member.isColumn) {
      return resolveColumn({ name: target.name, columns: target.table.columns }, parts.at(-1)!)
    }
    const field = target.source.fields.get(member.name)
    return field === undefined
      ? refuseMember(target.source, member)
      : this.#resolveField(target, field)
  }

  #resolveIn(dataset: NamedDataset, part: NamePart): NameMeaning {
    const table = { name: dataset.name, columns: dataset.table.columns }
    const field = lookUp(dataset.source.fields, part)
    const isColumn = typeof findColumnByName(table, part) !== 'string'
    // Within its own text, the name of a field is that of a column.
    if (field === undefined || isColumn || field === this.#open.at(-1)) {
      return resolveColumn(table, part)
    }
    return this.#resolveField(dataset, field)
  }

  #resolveField(dataset: NamedDataset, field: SqlField): NameMeaning {
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
    const subject = toFieldSubject(dataset.source, field)
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
