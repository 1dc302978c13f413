import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type CatalogLineage,
  collectCatalogLineage,
  createCatalog,
  loadWorkspace,
} from '@tributary/catalog'
import { EDGE_TYPES, VERTEX_TYPES } from '@tributary/lineage'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FLIGHTS, type ServedFlights, serveFlights } from '../support/flights.ts'
import { ROOT } from '../support/imports.ts'
import { runTributary } from '../support/tributary.ts'

const PAGE = readFileSync(join(ROOT, 'docs/lineage.md'), 'utf8')

/** Commands of the page, each with the output printed below it. */
const COMMANDS = [...PAGE.matchAll(/^```\n\$ tributary (.*)\n([\s\S]*?)^```$/gm)].map(
  ([, command = '', printed = '']) => ({ command, printed }),
)

/** The code in each cell of the tables of the page, row by row; rows without any are left out. */
function codesBelow(head: string): readonly (readonly (string | undefined)[])[] {
  const lines = PAGE.slice(PAGE.indexOf(head)).split('\n\n', 1)[0]!.split('\n').slice(2)
  return lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => /^ `([^`]+)` $/.exec(cell)?.[1]),
  )
}

/** A workspace with what the flights do not have: a table of a database, and a condition on metrics. */
const SHOP = `
tenant: shop
accounts: [{ account: ann, role: OWNER }]
datasources: [{ name: warehouse, type: POSTGRESQL, address: localhost, database: shop }]
datasets:
  - name: orders
    source: { datasource: warehouse, table: orders }
    columns: [{ name: customer, type: VARCHAR }]
dimensions:
  - { name: customer, dataset: orders, column: customer }
  - { name: regular, dataset: orders, per: customer, having: '[count] > 3' }
metrics:
  - { name: count, type: ATOMIC, dataset: orders, aggregate: COUNT }
`

async function lineageIn(folder: string): Promise<CatalogLineage> {
  return collectCatalogLineage(createCatalog(await loadWorkspace(folder)))
}

let lineage: CatalogLineage
let shop: CatalogLineage
let flights: ServedFlights
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tributary-lineage-'))
  writeFileSync(join(folder, 'shop.yaml'), SHOP)
  lineage = await lineageIn(FLIGHTS)
  shop = await lineageIn(folder)
  rmSync(folder, { recursive: true })
  flights = await serveFlights()
})
afterAll(() => flights.close())

async function ask(path: string) {
  const { status, body } = await flights.ask(path)
  expect(status).toBe(200)
  return body.data
}

describe('the commands on the page', () => {
  test('are nine', () => expect(COMMANDS).toHaveLength(9))

  test.each(COMMANDS)('print what the page shows: $command', async ({ command, printed }) => {
    const { stdout } = await runTributary(command.split(' '))
    expect(stdout).toBe(printed)
  })
})

describe('the vertices', () => {
  test('of the table are the types that definitions give', () => {
    const listed = codesBelow('| Type | Id |').map(([type]) => type)
    const given = new Set(
      [...lineage.vertices, ...shop.vertices].map(({ vertexType }) => vertexType),
    )
    expect(listed.toSorted()).toEqual([...given].toSorted())
  })

  test('of the table and of the text below it are all vertex types', () => {
    const [, text = ''] = /^The type (.*) comes from other places:/m.exec(PAGE)!
    const named = [...text.matchAll(/`([A-Z_]+)`/g)].map(([, type]) => type!)
    const listed = codesBelow('| Type | Id |').map(([type]) => type!)
    expect([...listed, ...named].toSorted()).toEqual([...VERTEX_TYPES].toSorted())
  })
})

describe('the edges', () => {
  test('of the table are the kinds that definitions give', () => {
    const listed = codesBelow('| From | To |').map(([from, to, type]) => `${from} ${to} ${type}`)
    const given = [...lineage.edges, ...shop.edges].map(
      ({ src, dst, edgeType }) => `${src.vertexType} ${dst.vertexType} ${edgeType}`,
    )
    expect(listed.toSorted()).toEqual([...new Set(given)].toSorted())
  })

  test('of the table have every edge type', () => {
    const listed = new Set(codesBelow('| From | To |').map(([, , type]) => type))
    expect([...listed].toSorted()).toEqual([...EDGE_TYPES].toSorted())
  })
})

describe('the operations', () => {
  test('answer a neighbourhood with the data on the page', async () => {
    const [, path = ''] = /`GET (\/\S+\?\S+)`/.exec(PAGE)!
    const [, json = ''] = /^```json\n([\s\S]*?)^```$/m.exec(PAGE)!
    expect(await ask(path)).toEqual(JSON.parse(json))
  })

  test('give all edges without types', async () => {
    const [, path = ''] = /`GET (\S+queryAll)`/.exec(PAGE)!
    const { edgeList } = await ask(path)
    expect(edgeList).toHaveLength(lineage.edges.length)
    expect(edgeList[0]).toEqual({
      srcVertex: lineage.edges[0]!.src,
      dstVertex: lineage.edges[0]!.dst,
    })
  })

  test('leave out an edge that would be a third step', async () => {
    const edgesWithin = async (steps: number) => {
      const vertex = 'vertex_id=origin_airports&vertex_type=METRIC'
      const query = `${vertex}&input_step=${steps}&output_step=0`
      const { vertexList, edgeList } = await ask(`/api/v1/lineage/queryVertexLineage?${query}`)
      const ids = vertexList.map(({ vertexId }: { vertexId: string }) => vertexId)
      expect(ids).toEqual(expect.arrayContaining(['flights', 'flights.origin']))
      return edgeList.map(
        ({ srcVertex, dstVertex }: Record<string, { vertexId: string }>) =>
          `${srcVertex!.vertexId} → ${dstVertex!.vertexId}`,
      )
    }
    expect(await edgesWithin(2)).not.toContain('flights → flights.origin')
    expect(await edgesWithin(3)).toContain('flights → flights.origin')
  })
})
