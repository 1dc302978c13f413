import { readFileSync } from 'node:fs'
import { workspaceSchema } from '@tributary/catalog'
import { workspaceSchemaText } from '@tributary/catalog/internal'
import { describe, expect, test } from 'vitest'

describe('the published workspace schema', () => {
  test('is what the code says', () => {
    const file = new URL('../../schema/workspace.schema.json', import.meta.url)
    expect(readFileSync(file, 'utf8')).toBe(workspaceSchemaText())
  })

  test('is the schema that files are held against', () => {
    expect(JSON.parse(workspaceSchemaText())).toEqual(JSON.parse(JSON.stringify(workspaceSchema)))
  })

  test('describes every property', () => {
    expect(undescribed(JSON.parse(workspaceSchemaText()), '')).toEqual([])
  })

  test('refuses unknown keys everywhere', () => {
    expect(open(JSON.parse(workspaceSchemaText()), '')).toEqual([])
  })
})

function undescribed(schema: unknown, path: string): readonly string[] {
  return everyObject(schema, path).flatMap(([one, at]) =>
    Object.entries((one.properties ?? {}) as Record<string, { description?: string }>)
      .filter(([, property]) => !property.description)
      .map(([key]) => `${at}.${key}`),
  )
}

function open(schema: unknown, path: string): readonly string[] {
  return everyObject(schema, path)
    .filter(([one]) => one.type === 'object' && one.additionalProperties === undefined)
    .map(([, at]) => at)
}

function everyObject(value: unknown, path: string): readonly [Record<string, unknown>, string][] {
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.entries(value).flatMap(([key, one]) => everyObject(one, `${path}/${key}`))
  return Array.isArray(value) ? inner : [[value as Record<string, unknown>, path], ...inner]
}
