import type { Scope, TypedExpr, ValueType } from '@tributary/expression'

const FIELDS: ReadonlyMap<string, ValueType> = new Map<string, ValueType>([
  ['region', 'STRING'],
  ['delay', 'INT'],
  ['price', 'DECIMAL'],
  ['rate', 'DOUBLE'],
  ['late', 'BOOLEAN'],
  ['day', 'DATE'],
  ['metric_time', 'TIMESTAMP'],
])

/** A field of every type, the column `['flights'/'delay']`, a metric that is out of place, a name that two things have. */
export const sampleScope: Scope = {
  resolve(name) {
    if (name.kind === 'column') {
      return name.dataset === 'flights' && name.column === 'delay'
        ? { found: reference('INT', 'delay') }
        : { problem: { kind: 'unknown' } }
    }
    if (name.name === 'gmv') return { problem: { kind: 'misplaced', message: '[gmv] is a metric' } }
    if (name.name === 'twin') return { problem: { kind: 'ambiguous', message: 'two have [twin]' } }
    const type = FIELDS.get(name.name)
    return type ? { found: reference(type, name.name) } : { problem: { kind: 'unknown' } }
  },
  names: () => FIELDS.keys(),
}

/** A reference to a column of the sample table. */
export function reference(type: ValueType, name: string): TypedExpr {
  return { kind: 'reference', type, table: 't', name }
}
