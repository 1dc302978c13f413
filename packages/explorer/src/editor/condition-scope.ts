import type { ExpressionScopeData } from '@tributary/contract'
import type { Scope, ValueType } from '@tributary/expression'

/** Types of the language by the types that the service names. */
const TYPES: Readonly<Record<string, ValueType>> = {
  BOOLEAN: 'BOOLEAN',
  INT: 'INT',
  BIGINT: 'INT',
  DECIMAL: 'DECIMAL',
  DOUBLE: 'DOUBLE',
  VARCHAR: 'STRING',
  DATE: 'DATE',
  DATETIME: 'TIMESTAMP',
  TIMESTAMP: 'TIMESTAMP',
}

/** The names that a condition may use, as the service lists them. A column of a dataset has any type. */
export function createConditionScope({ fields, columns }: ExpressionScopeData): Scope {
  const fieldsByName = new Map(fields.map((field) => [field.name, field]))
  const isColumn = new Set(columns.map(({ dataset, column }) => JSON.stringify([dataset, column])))
  return {
    resolve: (name) => {
      if (name.kind === 'column') {
        return isColumn.has(JSON.stringify([name.dataset, name.column]))
          ? {
              found: { kind: 'reference', type: 'UNKNOWN', table: name.dataset, name: name.column },
            }
          : { problem: { kind: 'unknown' } }
      }
      const field = fieldsByName.get(name.name)
      if (field === undefined) return { problem: { kind: 'unknown' } }
      const type = TYPES[field.type] ?? 'UNKNOWN'
      return { found: { kind: 'reference', type, table: '', name: field.name } }
    },
    names: () => fieldsByName.keys(),
    columns: () => columns,
    describe: (name) => {
      const field = name.kind === 'field' ? fieldsByName.get(name.name) : undefined
      if (field === undefined) return null
      const { description, values } = field
      return { description, ...(values && { values }) }
    },
  }
}
