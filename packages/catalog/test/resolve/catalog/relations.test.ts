import type { Reach } from '@tributary/catalog'
import { createCatalog, type DatasetDefinition } from '@tributary/catalog'
import { PLAIN_CALENDAR } from '@tributary/expression/internal'
import { describe, expect, test } from 'vitest'

/** Datasets whose relations are written `name>to`. */
function reachOf(from: string, relations: Readonly<Record<string, readonly string[]>>): unknown {
  const datasets = Object.entries(relations).map(
    ([name, all]): DatasetDefinition => ({
      name,
      displayName: name,
      description: '',
      source: { type: 'FILE', datasource: 'd', file: `${name}.csv` },
      columns: [],
      relations: all.map((text) => {
        const [relation, to] = text.split('>') as [string, string]
        return { name: relation, displayName: relation, type: 'MANY_TO_ONE', to, on: [] }
      }),
      time: null,
      filter: null,
      partition: null,
      layout: {},
      owner: null,
      tags: [],
    }),
  )
  const catalog = createCatalog({
    tenant: 't',
    timeZone: 'UTC',
    calendar: PLAIN_CALENDAR,
    accounts: [],
    categories: [],
    grants: [],
    groups: [],
    datasources: [],
    datasets,
    dimensions: [],
    metrics: [],
    periods: [],
    dateTags: [],
    plans: [],
  })
  const reach: Reach = catalog.reach(catalog.dataset(from))
  return Object.fromEntries(
    [...reach].map(([name, path]) => [
      name,
      typeof path === 'string' ? path : path.map((one) => one.name).join('.'),
    ]),
  )
}

describe('the reach of a dataset', () => {
  test('finds a second path through datasets that have relations to each other', () => {
    const relations = { base: ['z>z', 'y>y'], z: ['one>y', 'two>y'], y: ['back>z'] }
    expect(reachOf('base', relations)).toEqual({ z: 'ambiguous', y: 'ambiguous' })
  })

  test('gives up on more ways than can be counted', () => {
    const names = Array.from({ length: 12 }, (_, i) => `d${i}`)
    const relations = Object.fromEntries(
      names.map((name) => [name, names.filter((one) => one !== name).map((to) => `${to}>${to}`)]),
    )
    expect(new Set(Object.values(reachOf('d0', relations) as object))).toEqual(
      new Set(['ambiguous']),
    )
  })

  test('is empty without relations', () => {
    expect(reachOf('a', { a: [], b: ['x>a'] })).toEqual({})
  })

  test('follows relations one after another', () => {
    expect(reachOf('a', { a: ['x>b'], b: ['y>c'], c: [] })).toEqual({ b: 'x', c: 'x.y' })
  })

  test('is ambiguous behind two ways, all the way down', () => {
    expect(reachOf('a', { a: ['x>b', 'z>b'], b: ['y>c'], c: [] })).toEqual({
      b: 'ambiguous',
      c: 'ambiguous',
    })
    expect(reachOf('a', { a: ['x>b', 'z>c'], b: ['y>d'], c: ['w>d'], d: ['v>e'], e: [] })).toEqual({
      b: 'x',
      c: 'z',
      d: 'ambiguous',
      e: 'ambiguous',
    })
  })

  test('ends in a cycle', () => {
    expect(reachOf('a', { a: ['x>b', 'me>a'], b: ['y>a'] })).toEqual({ b: 'x' })
  })

  test('is computed quickly when the number of paths is exponential', () => {
    const layers = 40
    const relations: Record<string, string[]> = { n0: ['l>n1', 'r>n1'] }
    for (let i = 1; i < layers; i++) relations[`n${i}`] = [`l>n${i + 1}`, `r>n${i + 1}`]
    relations[`n${layers}`] = []
    expect(reachOf('n0', relations)).toMatchObject({ [`n${layers}`]: 'ambiguous' })
  })
})
