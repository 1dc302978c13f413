/** The element that `{{ … }}` of a filter or of a query names. */
export interface ElementReference {
  readonly kind: 'Dimension' | 'TimeDimension' | 'Entity' | 'Metric'
  /** `listing__country` with the entities of `entity_path` before it, divided at two underscores. */
  readonly parts: readonly string[]
  readonly grain: string | null
  readonly datePart: string | null
  /** Of a metric the entities that it is computed by; else none. */
  readonly groupBy: readonly string[]
}

/** A filter with a name in place of each reference, or why it is not read. */
export type TemplateReading =
  | { readonly sql: string; readonly references: ReadonlyMap<string, ElementReference> }
  | { readonly refused: string }

/** Reads a filter. Jinja is not run: only references to elements are read. */
export function readTemplate(template: string): TemplateReading {
  if (/\{%|\{#/.test(template))
    return { refused: 'a filter with statements of Jinja, which is not run' }
  const references = new Map<string, ElementReference>()
  let refused: string | null = null
  const sql = template.replace(/\{\{([\s\S]*?)\}\}/g, (_, inner: string) => {
    const reference = readReference(inner)
    if (reference === null) refused ??= `{{${inner}}}, which names no dimension and no entity`
    let name = `element_${references.size}`
    while (template.includes(name)) name += '_'
    if (reference !== null) references.set(name, reference)
    return ` ${name} `
  })
  return refused === null ? { sql, references } : { refused }
}

const TEXT = /^\s*(?:'([^'\\]*)'|"([^"\\]*)")/
const KEY = /^\s*([a-z_]+)\s*=\s*/
const CALL = /^\s*(Dimension|TimeDimension|Entity|Metric)\s*\(([\s\S]*?)\)([\s\S]*)$/
const METHOD = /^\s*\.\s*(grain|date_part)\s*\(\s*(?:'(\w+)'|"(\w+)")\s*\)/

/** The metrics that filters name. */
export function findFilterMetrics(filters: readonly string[]): readonly string[] {
  return filters.flatMap((template) => {
    const read = readTemplate(template)
    if ('refused' in read) return []
    const metrics = [...read.references.values()]
    return metrics.flatMap(({ kind, parts }) => (kind === 'Metric' ? [parts.join('__')] : []))
  })
}

/** Reads `Dimension('a__b', entity_path=['c']).grain('month')`; null for anything else. */
export function readReference(text: string): ElementReference | null {
  const [, kind, inner = '', after = ''] = CALL.exec(text) ?? []
  if (kind === undefined) return null
  const values = readArguments(inner)
  if (values === null) return null
  const [name = null, second = null] = values.positional
  const elementName = values.named.get('name') ?? name
  if (typeof elementName !== 'string' || elementName === '') return null
  const methods = readMethods(after)
  if (methods === null) return null
  if (kind === 'Metric') {
    const groupBy =
      [second, values.named.get('group_by')].find((argument) => Array.isArray(argument)) ?? []
    return { kind, parts: elementName.split('__'), grain: null, datePart: null, groupBy }
  }
  const path =
    [second, values.named.get('entity_path')].find((argument) => Array.isArray(argument)) ?? []
  const grain = kind === 'TimeDimension' && typeof second === 'string' ? second : null
  const grainArgument =
    values.named.get('time_granularity_name') ?? values.named.get('time_granularity')
  return {
    kind: kind as ElementReference['kind'],
    parts: [...(path as readonly string[]), ...elementName.split('__')],
    grain: methods.get('grain') ?? (typeof grainArgument === 'string' ? grainArgument : grain),
    datePart:
      methods.get('date_part') ??
      toTextArgument(values.named.get('date_part_name') ?? values.named.get('date_part')),
    groupBy: [],
  }
}

type Argument = string | readonly string[]

function toTextArgument(value: Argument | undefined): string | null {
  return typeof value === 'string' ? value : null
}

function readArguments(text: string): {
  readonly positional: readonly Argument[]
  readonly named: ReadonlyMap<string, Argument>
} | null {
  const positional: Argument[] = []
  const named = new Map<string, Argument>()
  let remainingText = text
  while (remainingText.trim() !== '') {
    const key = KEY.exec(remainingText)
    if (key !== null) remainingText = remainingText.slice(key[0].length)
    const read = readArgument(remainingText)
    if (read === null) return null
    if (key === null) positional.push(read.value)
    else named.set(key[1]!, read.value)
    remainingText = read.rest.replace(/^\s*,/, '')
    if (remainingText === read.rest && remainingText.trim() !== '') return null
  }
  return { positional, named }
}

function readArgument(text: string): { readonly value: Argument; readonly rest: string } | null {
  const match = TEXT.exec(text)
  if (match !== null)
    return { value: match[1] ?? match[2] ?? '', rest: text.slice(match[0].length) }
  const list = /^\s*\[([^\]]*)\]/.exec(text)
  if (list === null) return null
  const parts = list[1]!.split(',').filter((part) => part.trim() !== '')
  const values = parts.map((part) => TEXT.exec(part))
  if (values.some((value) => value === null)) return null
  const texts = values.map((value) => value![1] ?? value![2] ?? '')
  return { value: texts, rest: text.slice(list[0].length) }
}

function readMethods(text: string): ReadonlyMap<string, string> | null {
  const methods = new Map<string, string>()
  let remainingText = text
  for (let match = METHOD.exec(remainingText); match !== null; match = METHOD.exec(remainingText)) {
    methods.set(match[1]!, match[2] ?? match[3]!)
    remainingText = remainingText.slice(match[0].length)
  }
  return remainingText.trim() === '' ? methods : null
}
