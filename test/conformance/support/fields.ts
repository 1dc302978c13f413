import { expect } from 'vitest'

/** The fields of an object of the specification: `string`, `string|null`, `array`, `object|null`, … by name. */
export type Fields = Readonly<Record<string, string>>

/** Expects exactly these fields, each of one of its types; a name that ends in `?` may be absent. */
export function expectFields(value: unknown, fields: Fields): void {
  expect(value).toBeTypeOf('object')
  expect(value).not.toBeNull()
  const found = value as Readonly<Record<string, unknown>>
  const known = Object.keys(fields).map((name) => name.replace('?', ''))
  expect(Object.keys(found).filter((name) => !known.includes(name))).toEqual([])
  for (const [name, types] of Object.entries(fields)) {
    const isOptional = name.endsWith('?')
    const field = found[name.replace('?', '')]
    if (isOptional && field === undefined) continue
    expect(types.split('|'), `${name} is ${JSON.stringify(field)}`).toContain(jsonTypeOf(field))
  }
}

function jsonTypeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value
}

/** The fields of an envelope. */
export const ENVELOPE: Fields = {
  data: 'object|array|null',
  success: 'boolean',
  code: 'string',
  errorMsg: 'string|null',
  detailErrorMsg: 'string|null',
  traceId: 'string',
}

/** The fields of a dimension. */
export const DIMENSION: Fields = {
  name: 'string',
  dimName: 'string',
  dimCode: 'string|null',
  dimDisplayName: 'string',
  dimCategoryId: 'string|null',
  dimDescription: 'string',
  datasetName: 'string|null',
  originDataType: 'string',
  config: 'object|null',
  valueList: 'array',
  basicAttributes: 'object',
  businessAttributes: 'object',
  technicalAttributes: 'object',
  managementAttributes: 'object',
  displayStatus: 'string|null',
}
