import { nearNames } from '@tributary/core'
import {
  checkConstant,
  checkInteger,
  checkText,
  describeJsonType,
  describeValue,
  getJsonType,
} from './check-scalar.ts'
import { BROKEN, type DocumentPath, type Shape, type StructureReport } from './shape.ts'

/**
 * Holds a value against a schema and gives what can be used of it: a misspelt key under its right name,
 * without unknown keys, without broken optional values, and without the list entries that are broken.
 * Understands what the workspace schema uses: objects, arrays, texts, numbers, booleans, enum, const, anyOf, anything.
 */
export function checkStructure(
  value: unknown,
  shape: Shape,
  path: DocumentPath,
  report: StructureReport,
): unknown {
  const choice = shape.anyOf === undefined ? shape : choose(value, shape.anyOf, path, report)
  if (choice === null) return BROKEN
  if (choice.enum !== undefined || choice.const !== undefined) {
    return checkConstant(value, choice.enum ?? [choice.const], path, report)
  }
  switch (choice.type) {
    case 'object':
      return checkObject(value, choice, path, report)
    case 'array':
      return checkList(value, choice, path, report)
    case 'string':
      return checkText(value, choice, path, report)
    case 'integer':
      return checkInteger(value, choice, path, report)
    case undefined:
      return value
    default:
      if (typeof value === choice.type) return value
      report.problem(
        path,
        `Expected ${describeJsonType(choice.type)}, found ${describeValue(value)}`,
        null,
      )
      return BROKEN
  }
}

function choose(
  value: unknown,
  shapes: readonly Shape[],
  path: DocumentPath,
  report: StructureReport,
): Shape | null {
  const fitting = shapes.filter((shape) => getJsonType(value) === shape.type)
  if (fitting.length === 1) return fitting[0]!
  if (fitting.length === 0) {
    const nouns = [...new Set(shapes.map((shape) => describeJsonType(shape.type)))].join(' or ')
    report.problem(path, `Expected ${nouns}, found ${describeValue(value)}`, null)
    return null
  }
  const tags = fitting.map((shape) => shape.properties?.type?.const)
  const tag = (value as Record<string, unknown>).type
  const index = tags.indexOf(tag)
  if (index >= 0) return fitting[index]!
  if (tag === undefined) {
    report.problem(path, `Expected the key "type" (${tags.join(', ')}), found none`, null)
  } else {
    checkConstant(tag, tags, [...path, 'type'], report)
  }
  return null
}

function checkObject(
  value: unknown,
  shape: Shape,
  path: DocumentPath,
  report: StructureReport,
): unknown {
  if (getJsonType(value) !== 'object') {
    report.problem(path, `Expected keys and values, found ${describeValue(value)}`, null)
    return BROKEN
  }
  const valuesByKey = new Map(Object.entries(value as object))
  if (valuesByKey.size < (shape.minProperties ?? 0)) {
    report.problem(path, `Expected at least ${shape.minProperties} key, found none`, null)
    return BROKEN
  }
  const properties = shape.properties ?? {}
  const adopted = adoptKeys(valuesByKey, shape, path, report)
  const usableEntries: [string, unknown][] = []
  let isWhole = true
  for (const [key, written] of adopted) {
    const child = Object.hasOwn(properties, key) ? properties[key]! : additional(shape)
    const usable = checkStructure(valuesByKey.get(written), child, [...path, written], report)
    if (usable !== BROKEN) usableEntries.push([key, usable])
    else if (shape.required?.includes(key) || !Object.hasOwn(properties, key)) isWhole = false
    else report.dropped(valuesByKey.get(written), [...path, key])
  }
  for (const key of shape.required ?? []) {
    if (adopted.has(key)) continue
    isWhole = false
    const noun = properties[key]?.description ?? ''
    report.problem(
      path,
      `Expected the key "${key}", found none`,
      noun === '' ? null : `${key}: ${noun}`,
    )
  }
  if (!isWhole) return BROKEN
  const usable = Object.fromEntries(usableEntries)
  report.remember(usable, path)
  return usable
}

/** Maps known keys to the given ones: the same key, else the most similar unknown one. */
function adoptKeys(
  valuesByKey: ReadonlyMap<string, unknown>,
  shape: Shape,
  path: DocumentPath,
  report: StructureReport,
): ReadonlyMap<string, string> {
  const allowedKeys = Object.keys(shape.properties ?? {})
  const adopted = new Map<string, string>()
  for (const key of valuesByKey.keys()) {
    if (allowedKeys.includes(key) || typeof shape.additionalProperties === 'object') {
      adopted.set(key, key)
      continue
    }
    const near = nearNames(
      key,
      allowedKeys.filter((candidate) => !valuesByKey.has(candidate) && !adopted.has(candidate)),
    )[0]
    const hint =
      near === undefined ? `allowed here: ${allowedKeys.join(', ')}` : `did you mean "${near}"?`
    report.problem([...path, key], `Unknown key "${key}"`, hint, true)
    if (near !== undefined) adopted.set(near, key)
  }
  return adopted
}

function checkList(
  value: unknown,
  shape: Shape,
  path: DocumentPath,
  report: StructureReport,
): unknown {
  if (!Array.isArray(value)) {
    report.problem(path, `Expected a list, found ${describeValue(value)}`, null)
    return BROKEN
  }
  if (value.length < (shape.minItems ?? 0)) {
    report.problem(path, `Expected at least ${shape.minItems} entry, found none`, null)
    return BROKEN
  }
  const usableItems: unknown[] = []
  value.forEach((item: unknown, i) => {
    const usable = checkStructure(item, shape.items ?? {}, [...path, i], report)
    if (usable === BROKEN) report.dropped(item, [...path, i])
    else usableItems.push(usable)
  })
  // Places inside a list of texts are known by index alone, so such a list is whole or nothing.
  if (usableItems.length < value.length && shape.items?.type === 'string') return BROKEN
  report.remember(usableItems, path)
  return usableItems
}

function additional(shape: Shape): Shape {
  return typeof shape.additionalProperties === 'object' ? shape.additionalProperties : {}
}
