import fc from 'fast-check'

/** The part of JSON Schema that the OpenAPI document uses. */
export interface JsonSchema {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly JsonSchema[]
  readonly items?: JsonSchema
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: JsonSchema | boolean
}

/** Texts that have broken programs before. */
export const HOSTILE: readonly string[] = [
  ...[
    "'",
    '"',
    '`',
    '\\',
    ';--',
    "' OR '1'='1",
    '"; DROP TABLE account; --',
    "x') UNION SELECT 1 --",
  ],
  ...['\u0000', 'a\u0000b', '\ud800', '\udfff', '\ufeff', '\u202e', '\u2028', '\r\nx-injected: 1'],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', '[__proto__]', '[constructor]'],
  ...[
    '../../etc/passwd',
    '%00',
    '%',
    '$(id)',
    '{{1+1}}',
    '<script>alert(1)</script>',
    '$1',
    '?',
    ':a',
  ],
  ...[
    '(((((((((('.repeat(100),
    '['.repeat(500),
    'x'.repeat(5_000),
    '🛫'.repeat(200),
    '1e999',
    'NaN',
  ],
  ...[
    '[origin] = "\' OR 1=1"',
    '[origin] = "a',
    'IN([origin])',
    'NOT',
    '1 = 1',
    '[a].[b]',
    'Now()',
  ],
]

/** Texts that lead deep into a workspace, for fields whose names match; the last ones for every other field. */
export type FieldTexts = readonly (readonly [field: RegExp, texts: readonly string[]])[]

/** Those of the sample workspace. */
const SAMPLE: FieldTexts = [
  [/^(metric|metrics|metricNames|refMetric)$/, ['flight_count', 'late_rate', 'average_delay']],
  [
    /TimeConstraint$|^timeConstraint$/,
    ['[metric_time__month] = "2001-06"', '[metric_time] >= "2001-05-30"'],
  ],
  [/ilters$/, ['[origin] = "ATL"', '[distance_band] = "short"']],
  [
    /^(dimension|dimensions|compareDimension|dimName)$/,
    ['origin', 'distance_band', 'metric_time__month', 'origin,destination'],
  ],
  [/^(vertex|from|to)_id$|^resourceId$/, ['flight_count', 'late_rate', 'late_flights']],
  [/_type$/, ['METRIC']],
  [/^identityValues?$/, ['demo', 'analyst', 'viewer']],
  [
    /^(groupIds|value|parentGroupId|frontGroupId)$/,
    ['ops', 'ops_east', 'ops_west', 'planning', '-1'],
  ],
  [/^(from|to)$/, ['2026-01-01', '2026-11-21T10:00:00Z']],
  [/^name$|^propertyNames$/, ['flights', 'airports', 'desk', 'shift']],
  [/^attributionCalculateType$/, ['ALL', 'AVG']],
  [/_step$/, ['0', '1', '2']],
  [/^viewName$/, ['view_1', 'view_2', 'view_3']],
  [/^planName$/, ['flights_by_day']],
  [/^(planId|uuid)$/, ['193615b9-530c-5fe6-9c76-17f6bad9d345']],
  [/^(startTime|endTime)$/, ['2001-06-01', '2001-06-30', '2001-07-01 00:00:00']],
  [/^scheduleTimes$/, ['2001-07-01 00:00:00', '2001-07-01 03:17:05']],
  [/^tableName$/, ['vega.files.flights-3m_parquet']],
  [/^tenantId$/, ['demo']],
  [/^(current|range)$/, ['2001-06', '2001-06-25..2001-06-30']],
  [/^compare$/, ['2001-05', 'month']],
  [/^grain$/, ['MONTH', 'DAY']],
  [/^/, ['flight_count', 'origin', 'demo']],
]

const hostile = fc.constantFrom(...HOSTILE)

/** A text that leads somewhere in the field. */
function knownTextFor(field: string, texts: FieldTexts): fc.Arbitrary<string> {
  return fc.constantFrom(...texts.find(([pattern]) => pattern.test(field))![1])
}

/** Any text for a field: one that leads somewhere, one that has broken something, or both in one. */
export function textFor(field: string): fc.Arbitrary<string> {
  const known = knownTextFor(field, SAMPLE)
  return fc.oneof(
    { weight: 4, arbitrary: known },
    { weight: 2, arbitrary: hostile },
    { weight: 1, arbitrary: fc.tuple(known, hostile).map((two) => two.join('')) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
  )
}

/** Values as the schema wants them, none, one or two of their parts replaced by anything at all. */
export function arbitraryOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  const replacements = fc.array(fc.tuple(fc.nat(), anyPart), { maxLength: 2 })
  return fc
    .tuple(rightArbitraryOf(schema, ''), replacements)
    .map(([right, parts]) =>
      parts.reduce((value, [at, part]) => replacePart(value, at, part), right),
    )
}

const anyPart: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: hostile },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>(null, '', 0, -1, 1.5, true, [], {}, [[]], [null]),
  },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(2 ** 31, 2 ** 53, -(2 ** 53), 1e300) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
)

/** Values as the schema wants them, that lead somewhere where the field's name is known. */
export function rightArbitraryOf(
  schema: JsonSchema,
  field: string,
  texts: FieldTexts = SAMPLE,
): fc.Arbitrary<unknown> {
  if (schema.anyOf !== undefined) {
    return fc.oneof(...schema.anyOf.map((one) => rightArbitraryOf(one, field, texts)))
  }
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  switch (schema.type) {
    case 'string':
      return knownTextFor(field, texts)
    case 'integer':
    case 'number':
      return fc.nat({ max: 20 })
    case 'boolean':
      return fc.boolean()
    case 'array':
      return fc.uniqueArray(rightArbitraryOf(schema.items ?? {}, field, texts), {
        minLength: 1,
        maxLength: 2,
        selector: (one) => JSON.stringify(one),
      })
    case 'object':
      return objectOf(schema, texts)
    case 'null':
      return fc.constant(null)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

function objectOf(
  { properties, required = [], additionalProperties }: JsonSchema,
  texts: FieldTexts,
) {
  if (properties === undefined || Object.keys(properties).length === 0) {
    const more = typeof additionalProperties === 'object' ? additionalProperties : {}
    return fc.dictionary(fc.constantFrom('m1', 'm2'), rightArbitraryOf(more, '', texts), {
      noNullPrototype: true,
    })
  }
  const fields = Object.entries(properties).map(([name, schema]) => {
    const right = rightArbitraryOf(schema, name, texts)
    if (required.includes(name)) return [name, right] as const
    // Questions without the windows that they compare are all alike.
    return [
      name,
      /TimeConstraint$/.test(name) ? fc.option(right, { nil: undefined }) : seldom(right),
    ] as const
  })
  return fc.record(Object.fromEntries(fields), { noNullPrototype: true })
}

/** Left out three times of four; what is undefined is not in the JSON. */
export function seldom(arbitrary: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary })
}

/** `value` with its `at`-th part, counted over all depths, replaced. */
function replacePart(value: unknown, at: number, part: unknown): unknown {
  const paths = partsOf(value)
  return replaceAt(value, paths[at % paths.length]!, part)
}

function partsOf(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([key, child]) => partsOf(child, [...path, key]))]
}

function replaceAt(value: unknown, [key, ...rest]: readonly string[], part: unknown): unknown {
  if (key === undefined) return part
  const copy = structuredClone(value) as Record<string, unknown>
  copy[key] = replaceAt(copy[key], rest, part)
  return copy
}
