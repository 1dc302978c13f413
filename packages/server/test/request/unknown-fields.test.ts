import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { OPERATIONS, type Operation, type OperationId } from '@tributary/contract'
import { describe, expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { createUnknownFieldFinder, isStrict } from '../../src/request/unknown-fields.ts'
import { ask, TIME_COMPARISON } from '../support/ask.ts'
import { fakePlatform } from '../support/fake-platform.ts'

const URL_OF_TIMES = '/api/v1/attribution/dim_time_compare'
const EXAMPLES = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../openapi-examples.json'), 'utf8'),
) as { readonly operations: Readonly<Record<string, { readonly body?: unknown }>> }

const find = createUnknownFieldFinder(OPERATIONS.compareTimes.body)

describe('unknown fields', () => {
  test.each(Object.entries(EXAMPLES.operations).filter(([, { body }]) => body !== undefined))(
    'the example of %s has none',
    (id, { body }) => {
      const { body: schema }: Operation = OPERATIONS[id as OperationId]
      expect(schema === undefined ? [] : createUnknownFieldFinder(schema)(body)).toEqual([])
    },
  )

  const { attribution } = TIME_COMPARISON
  test.each([
    ['a field at another level', { filters: ['TRUE'] }, 'filters', 'attribution.filters'],
    ['a misspelt one there', { fitlers: [] }, 'fitlers', 'attribution.filters'],
    [
      'a misspelt one in its place',
      { attribution: { ...attribution, fitlers: [] } },
      'attribution.fitlers',
      'attribution.filters',
    ],
    ['another case', { Dimensions: [] }, 'Dimensions', 'dimensions'],
    [
      'one below a key of the caller',
      { metricDefinitions: { a: { refMetrics: 'm' } } },
      'metricDefinitions.a.refMetrics',
      'metricDefinitions.a.refMetric',
    ],
    ['a range at the top', { currentRange: '2001-06' }, 'currentRange', 'attribution.currentRange'],
  ])('%s is named with the field that is meant', (_, fields, path, meant) => {
    expect(find({ ...TIME_COMPARISON, ...fields })).toEqual([{ path, meant }])
  })

  test.each([
    ['a field of a front end', { layoutState: {} }],
    ['the field of a call example', { attribution: { ...attribution, compareType: 'TIME' } }],
    ['the same at the top', { compareType: 'TIME' }],
    ['a key of the caller', { metricDefinitions: { filters: { refMetric: 'm' } } }],
    ['no object', { metricDefinitions: null }],
  ])('%s passes', (_, fields) => {
    expect(find({ ...TIME_COMPARISON, ...fields })).toEqual([])
  })

  const app = createApp({
    platform: fakePlatform({
      as: () => ({ compareTimes: async () => ({ tables: [], warning: 'NEGATIVE_BASE' }) }) as never,
    }),
  })
  const payload = { ...TIME_COMPARISON, filters: ['TRUE'] }
  const text = 'UNKNOWN_FIELD path=filters meant=attribution.filters'

  test('they are a warning of the answer and a header', async () => {
    const { body, headers } = await ask(app, { method: 'POST', url: URL_OF_TIMES, payload })
    expect(body.data).toMatchObject({ warning: `NEGATIVE_BASE; ${text}` })
    expect(headers['tributary-warning']).toBe(text)
  })

  test('a request that prefers strict handling is refused for them, and only for them', async () => {
    const headers = { prefer: 'respond-async, handling=strict' }
    const refused = await ask(app, { method: 'POST', url: URL_OF_TIMES, payload, headers })
    expect(refused.status).toBe(400)
    expect(refused.body.errorMsg).toContain('filters (did you mean attribution.filters?)')
    const accepted = await ask(app, {
      method: 'POST',
      url: URL_OF_TIMES,
      payload: TIME_COMPARISON,
      headers,
    })
    expect(accepted.status).toBe(200)
    expect(accepted.headers['preference-applied']).toBe('handling=strict')
  })

  test('names of any length and script are told in a header of plain characters', async () => {
    const app = createApp({ platform: fakePlatform() })
    const payload = {
      ...TIME_COMPARISON,
      metricDefinitions: { ['北京\n'.repeat(200)]: { refMetric: 'm', refMetrics: 'm' } },
      ['dimension'.padEnd(60_000, 's')]: [],
    }
    const { status, headers } = await ask(app, { method: 'POST', url: URL_OF_TIMES, payload })
    expect(status).toBeLessThan(500)
    expect(String(headers['tributary-warning'] ?? '')).toMatch(/^[\x20-\x7e]*$/)
    const long = find({ ...TIME_COMPARISON, attribution: { [`${'filters'.repeat(40)}`]: [] } })
    const nested = find({
      ...TIME_COMPARISON,
      metricDefinitions: {
        ['é'.repeat(300)]: { refMetrics: 'm' },
        ['x'.repeat(300)]: { refMetrics: 'm' },
      },
    })
    expect(nested).toHaveLength(2)
    for (const { path, meant } of [...long, ...nested]) {
      expect(path).toMatch(/^[\x21-\x7e]{1,80}$/)
      expect(meant).toMatch(/^[\x21-\x7e]{1,80}$/)
    }
  })

  test.each([
    ['handling=strict', true],
    ['Handling="Strict"', true],
    ['wait=10, handling=strict; x=1', true],
    ['handling=lenient', false],
    ['nothandling=strict', false],
  ])('%s asks for it: %s', (prefer, expected) => {
    expect(isStrict({ headers: { prefer } })).toBe(expected)
  })
})
