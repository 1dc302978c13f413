import { describe, expect, test } from 'vitest'
import { readLineage } from '../../src/formats/formats.ts'
import { readLineageInWorker } from '../../src/formats/read-in-worker.ts'
import type { LineageContent } from '../../src/model/content.ts'
import { LineageError } from '../../src/model/errors.ts'

const all = (content: LineageContent) => ({
  vertices: [...content.statedVertices()],
  edges: [...content.edges()],
})

/** A chain of tables in CSV, large enough for a thread of its own. */
function chain(tables: number): string {
  const rows = Array.from({ length: tables }, (_, i) => {
    return `PHYSICAL_TABLE,db.s.a_table_${i},PHYSICAL_TABLE,db.s.a_table_${i + 1},"[""a"",""b""]",,`
  })
  const named = `PHYSICAL_TABLE,db.s.a_table_0,,,tool,\ud800 name,"{""__proto__"":{""x"":[1]}}"`
  const head = 'src_type,src_id,dst_type,dst_id,sources,display_name,custom'
  return [head, named, ...rows].join('\r\n')
}

/** A manifest of models, each made of the one before. */
function manifest(models: number): string {
  const nodes = Object.fromEntries(
    Array.from({ length: models }, (_, i) => [
      `model.p.m${i}`,
      {
        resource_type: 'model',
        name: `a_model_${i}`,
        database: 'db',
        schema: 's',
        depends_on: { nodes: i === 0 ? [] : [`model.p.m${i - 1}`] },
      },
    ]),
  )
  const address = 'https://schemas.getdbt.com/dbt/manifest/v12.json'
  return JSON.stringify({ metadata: { dbt_schema_version: address }, nodes })
}

const thrown = async (work: () => unknown): Promise<unknown> => {
  try {
    return await work()
  } catch (error) {
    return error
  }
}

describe('a large text read in a worker', () => {
  test('gives the same content as reading it in the main thread', async () => {
    const csv = { format: 'csv', file: 'x.csv' } as const
    const text = chain(6000)
    expect(all(await readLineageInWorker(text, csv))).toEqual(all(readLineage(text, csv)))
    const address = 'https://schemas.getdbt.com/dbt/catalog/v1.json'
    const columns = { ID: { name: 'ID', type: 'int' } }
    const catalog = {
      text: JSON.stringify({
        metadata: { dbt_schema_version: address },
        nodes: { 'model.p.m1': { columns } },
      }),
      file: 'catalog.json',
    }
    const dbt = { format: 'dbt', file: 'manifest.json', catalog } as const
    const here = all(readLineage(manifest(3000), dbt))
    expect(all(await readLineageInWorker(manifest(3000), dbt))).toEqual(here)
    expect(here.vertices).toHaveLength(3001)
  })

  test('with a mistake is refused in the same words', async () => {
    const options = { format: 'csv', file: 'x.csv' } as const
    const text = `${chain(6000)}\r\nNOTHING,a,,,,,`
    const aside = await thrown(() => readLineageInWorker(text, options))
    expect(aside).toBeInstanceOf(LineageError)
    expect(aside).toEqual(await thrown(() => readLineage(text, options)))
    expect(aside).toMatchObject({ message: expect.stringContaining('x.csv: line 6003 has') })
  })

  test('lets others run while it is read, and at each piece that is taken over', async () => {
    let turns = 0
    let next = setImmediate(function count() {
      turns += 1
      next = setImmediate(count)
    })
    const text = chain(20_000)
    const content = await readLineageInWorker(text, { format: 'csv', file: 'x.csv' })
    clearImmediate(next)
    // Vertices and edges in pieces of 1,000.
    expect(turns).toBeGreaterThan(40)
    expect(all(content).edges).toHaveLength(20_000)
  })

  test('is read beside others, each with its own answer', async () => {
    const options = { format: 'csv', file: 'x.csv' } as const
    const read = [5000, 6000, 7000].map((tables) => readLineageInWorker(chain(tables), options))
    const broken = readLineageInWorker('"'.repeat(300_000 + 1), options)
    await expect(broken).rejects.toMatchObject({ code: 'LINEAGE_INVALID_IMPORT' })
    const edges = (await Promise.all(read)).map((content) => [...content.edges()].length)
    expect(edges).toEqual([5000, 6000, 7000])
  })
})
