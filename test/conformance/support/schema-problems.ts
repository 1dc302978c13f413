/** A JSON schema as the OpenAPI document writes it. */
export interface Schema {
  readonly [keyword: string]: unknown
  readonly $ref?: string
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema
  readonly items?: Schema
  readonly maxLength?: number
}

/** The keywords that {@link schemaProblems} understands; any other is itself a problem. */
const KEYWORDS = new Set([
  '$ref',
  'type',
  'enum',
  'anyOf',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'maxLength',
  'description',
])

/** Where `value` is not as `schema` says, one sentence each; `shared` holds what a `$ref` names. */
export function schemaProblems(
  schema: Schema,
  value: unknown,
  shared: Readonly<Record<string, Schema>>,
  path = '$',
): readonly string[] {
  const unknown = Object.keys(schema).filter((keyword) => !KEYWORDS.has(keyword))
  if (unknown.length > 0) return [`${path}: keyword ${unknown.join(', ')} is not understood`]
  if (schema.$ref !== undefined) {
    const target = shared[schema.$ref.replace('#/components/schemas/', '')]
    return target === undefined
      ? [`${path}: ${schema.$ref} leads nowhere`]
      : schemaProblems(target, value, shared, path)
  }
  if (schema.anyOf !== undefined) {
    const findings = schema.anyOf.map((one) => schemaProblems(one, value, shared, path))
    return findings.some((found) => found.length === 0) ? [] : findings.flat()
  }
  if (schema.type !== undefined && !isOfType(value, schema.type)) {
    return [`${path}: ${JSON.stringify(value)} is no ${schema.type}`]
  }
  if (schema.enum !== undefined && !schema.enum.includes(value)) {
    return [`${path}: ${JSON.stringify(value)} is none of ${JSON.stringify(schema.enum)}`]
  }
  if (typeof value === 'string' && value.length > (schema.maxLength ?? Number.POSITIVE_INFINITY)) {
    return [`${path}: longer than ${schema.maxLength}`]
  }
  if (Array.isArray(value)) {
    const { items } = schema
    if (items === undefined) return []
    return value.flatMap((one, at) => schemaProblems(items, one, shared, `${path}[${at}]`))
  }
  return typeof value === 'object' && value !== null
    ? memberProblems(schema, value as Readonly<Record<string, unknown>>, shared, path)
    : []
}

function memberProblems(
  { properties = {}, required = [], additionalProperties }: Schema,
  value: Readonly<Record<string, unknown>>,
  shared: Readonly<Record<string, Schema>>,
  path: string,
): readonly string[] {
  const missing = required.filter((name) => !Object.hasOwn(value, name))
  return [
    ...missing.map((name) => `${path}.${name} is missing`),
    ...Object.entries(value).flatMap(([name, member]) => {
      const schema = Object.hasOwn(properties, name) ? properties[name] : additionalProperties
      return schema === undefined
        ? isOpen(properties, additionalProperties)
          ? []
          : [`${path}.${name} is not documented`]
        : schemaProblems(schema, member, shared, `${path}.${name}`)
    }),
  ]
}

/** An object described by no member at all may hold anything. */
function isOpen(
  properties: Readonly<Record<string, Schema>>,
  additional: Schema | undefined,
): boolean {
  return additional === undefined && Object.keys(properties).length === 0
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  return typeof value === type
}
