import type { Scope, TypedReference, ValueType } from '@tributary/expression'

const TYPES: ReadonlyMap<string, ValueType> = new Map<string, ValueType>([
  ['region', 'STRING'],
  ['status', 'STRING'],
  ['customer', 'STRING'],
  ['name', 'STRING'],
  ['channel', 'STRING'],
  ['amount', 'DOUBLE'],
  ['revenue', 'DECIMAL'],
  ['cost', 'DECIMAL'],
  ['distance', 'INT'],
  ['year', 'INT'],
  ['metric_time', 'TIMESTAMP'],
])

/** The fields of the corpus, as columns of one table. */
export const SAMPLE_SCOPE: Scope = {
  resolve(name) {
    if (name.kind !== 'field') return { problem: { kind: 'unknown' } }
    const type = TYPES.get(name.name)
    if (type === undefined) return { problem: { kind: 'unknown' } }
    const found: TypedReference = { kind: 'reference', type, table: 'facts', name: name.name }
    return { found }
  },
  names: () => TYPES.keys(),
}
