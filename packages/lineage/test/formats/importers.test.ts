import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  createLineageGraph,
  evidence,
  importContent,
  type LineageContent,
  type LineageGraph,
  neighbourhood,
  readLineage,
} from '@tributary/lineage'
import { detectFormat } from '@tributary/lineage/internal'
import { describe, expect, test } from 'vitest'
import { toDatasetRef } from '../../src/formats/open-lineage-names.ts'
import { bare, edge, edgeText, failureOf, graphOf, ref, text } from '../samples.ts'

const example = (name: string): string =>
  readFileSync(join(import.meta.dirname, '../../../../examples/lineage', name), 'utf8')
const MANIFEST = example('manifest.json')
const EVENTS = example('events.jsonl')

const readDbt = (
  manifest: string,
  { file = 'manifest.json', catalog, catalogFile = 'catalog.json' }: DbtFiles = {},
): LineageContent =>
  readLineage(manifest, {
    format: 'dbt',
    file,
    ...(catalog !== undefined && { catalog: { text: catalog, file: catalogFile } }),
  })

interface DbtFiles {
  readonly file?: string
  readonly catalog?: string
  readonly catalogFile?: string
}

const readOpenLineage = (events: string, { file = 'events.json' } = {}): LineageContent =>
  readLineage(events, { format: 'openlineage', file })

function imported(content: LineageContent): LineageGraph {
  const graph = createLineageGraph()
  importContent(graph, content)
  return graph
}

describe('a dbt manifest', () => {
  const graph = imported(readDbt(MANIFEST, { catalog: example('catalog.json') }))

  test('is recognised', () => expect(detectFormat(MANIFEST, 'x')).toBe('dbt'))

  test('gives an edge for each data flow', () => {
    expect(Array.from(graph.edges(), edgeText).sort()).toEqual([
      'DATASET orders > DATASET_COLUMN orders.country TABLE_IMPACT',
      'DATASET orders > DATASET_COLUMN orders.large_orders TABLE_IMPACT',
      'DATASET orders > DATASET_COLUMN orders.order TABLE_IMPACT',
      'DATASET orders > DATASET_COLUMN orders.revenue TABLE_IMPACT',
      'DATASET orders > METRIC revenue TABLE_IMPACT',
      'DATASET_COLUMN orders.country > DIMENSION order__country COLUMN_IMPACT',
      'DATASET_COLUMN orders.large_orders > METRIC large_share COLUMN_IMPACT',
      'DATASET_COLUMN orders.revenue > METRIC revenue COLUMN_IMPACT',
      'METRIC large_share > ANALYSIS_VIEW board COLUMN_IMPACT',
      'METRIC revenue > METRIC large_share COLUMN_IMPACT',
      'PHYSICAL_TABLE warehouse.marts.orders_v2 > ANALYSIS_VIEW board TABLE_IMPACT',
      'PHYSICAL_TABLE warehouse.marts.orders_v2 > DATASET orders TABLE_IMPACT',
      'PHYSICAL_TABLE warehouse.raw.countries > PHYSICAL_TABLE warehouse.marts.orders_v2 TABLE_IMPACT',
      'PHYSICAL_TABLE warehouse.staging.stg_orders > PHYSICAL_TABLE warehouse.marts.orders_v2 TABLE_IMPACT',
      'PHYSICAL_TABLE warehouse.till.ORDERS > PHYSICAL_TABLE warehouse.staging.stg_orders TABLE_IMPACT',
      'PHYSICAL_TABLE_COLUMN warehouse.marts.orders_v2.amount > DATASET_COLUMN orders.revenue COLUMN_IMPACT',
      'PHYSICAL_TABLE_COLUMN warehouse.marts.orders_v2.country > DATASET_COLUMN orders.country COLUMN_IMPACT',
      'PHYSICAL_TABLE_COLUMN warehouse.marts.orders_v2.order_id > DATASET_COLUMN orders.order COLUMN_IMPACT',
    ])
  })

  test('gives display names and descriptions, and column types from manifest and catalog', () => {
    const column = (name: string) => graph.vertex(ref(`PHYSICAL_TABLE_COLUMN warehouse.${name}`))
    expect(column('marts.orders_v2.amount')).toMatchObject({
      description: 'What was paid.',
      custom: { originDataType: 'numeric' },
    })
    expect(column('marts.orders_v2.country')).toMatchObject({
      description: 'Where the order came from.',
      custom: { originDataType: 'TEXT' },
    })
    expect(column('till.ORDERS.ID')).toMatchObject({ custom: { originDataType: 'BIGINT' } })
    expect(graph.vertex(ref('METRIC large_share'))).toMatchObject({
      displayName: 'Large orders',
      description: null,
      custom: { type: 'COMPOSITE' },
    })
  })

  test('answers where a metric comes from', () => {
    const found = evidence(graph, {
      from: ref('PHYSICAL_TABLE warehouse.till.ORDERS'),
      to: ref('METRIC large_share'),
    })
    expect(found?.path.map(text)).toEqual([
      'PHYSICAL_TABLE warehouse.till.ORDERS',
      'PHYSICAL_TABLE warehouse.staging.stg_orders',
      'PHYSICAL_TABLE warehouse.marts.orders_v2',
      'DATASET orders',
      'DATASET_COLUMN orders.large_orders',
      'METRIC large_share',
    ])
  })

  test('without a model removes its edges on the next import, and keeps those of other sources', () => {
    const again = imported(readDbt(MANIFEST))
    again.addEdge(edge('METRIC revenue > METRIC large_share', 'COLUMN_IMPACT'), 'catalog')
    const smaller = JSON.parse(MANIFEST)
    delete smaller.metrics['metric.shop.large_share']
    importContent(again, readDbt(JSON.stringify(smaller)), { replace: ['dbt:shop'] })
    expect(again.edgesOf(ref('METRIC large_share')).map(edgeText)).toEqual([
      'METRIC revenue > METRIC large_share COLUMN_IMPACT',
    ])
    expect(again.edgeCount).toBe(imported(readDbt(JSON.stringify(smaller))).edgeCount + 1)
  })

  test.each([
    [{ project_name: 'till', project_id: 'f00d' }, 'dbt:till'],
    [{ project_id: 'f00d' }, 'dbt:f00d'],
    [{}, 'dbt:shop'],
  ])('has its project as the source: %j', (metadata, source) => {
    const manifest = JSON.parse(MANIFEST)
    delete manifest.metadata.project_name
    delete manifest.metadata.project_id
    Object.assign(manifest.metadata, metadata)
    const sources = [...readDbt(JSON.stringify(manifest)).edges()].flatMap((each) => each.sources)
    expect([...new Set(sources)]).toEqual([source])
  })

  test('joins a metric made of metrics to their measures through them alone', () => {
    const manifest = JSON.parse(MANIFEST)
    manifest.metrics['metric.shop.large_share'].type_params.input_measures.push({ name: 'revenue' })
    expect(Array.from(readDbt(JSON.stringify(manifest)).edges(), edgeText)).toEqual(
      Array.from(readDbt(MANIFEST).edges(), edgeText),
    )
  })

  test('knows a column of the catalog that is spelled in capitals, unless the table has both', () => {
    const catalog = (...names: readonly string[]) => {
      const columns = names.map((name) => [name, { name, type: 'NUMBER', comment: null }])
      const found = JSON.parse(example('catalog.json'))
      found.nodes = { 'model.shop.orders': { columns: Object.fromEntries(columns) } }
      return JSON.stringify(found)
    }
    const columnsOf = (...names: readonly string[]) =>
      Array.from(readDbt(MANIFEST, { catalog: catalog(...names) }).statedVertices())
        .filter(({ vertexType }) => vertexType === 'PHYSICAL_TABLE_COLUMN')
        .map(({ vertexId }) => vertexId)
        .filter((id) => /orders_v2.(country|amount)$/i.test(id))
        .sort()
    const known = ['warehouse.marts.orders_v2.amount', 'warehouse.marts.orders_v2.country']
    expect(columnsOf('AMOUNT', 'COUNTRY')).toEqual(known)
    expect(columnsOf('AMOUNT', 'amount')).toEqual(['warehouse.marts.orders_v2.AMOUNT', ...known])
  })

  test.each([
    [
      '{}',
      'metadata.dbt_schema_version must be the address of a manifest schema of version 9 to 12, found nothing',
    ],
    ...['manifest/v8', 'manifest/v13', 'manifest/v120', 'run-results/v6'].map((schema) => [
      MANIFEST.replace('manifest/v12', schema),
      `of version 9 to 12, found "https://schemas.getdbt.com/dbt/${schema}.json"`,
    ]),
    ['[1]', 'must be an object, found a list'],
    ['{', 'is not JSON'],
    [
      MANIFEST.replace(
        /"database": "warehouse",\s*"schema": "staging"/,
        '"database": 7, "schema": "s"',
      ),
      'nodes."model.shop.stg_orders".database must be a text, found 7',
    ],
    [
      MANIFEST.replace('["model.shop.stg_orders", "seed', '["model.shop.nowhere", "seed'),
      'nodes."model.shop.orders".depends_on.nodes[0] must be a node of the manifest, found "model.shop.nowhere"',
    ],
    [
      MANIFEST.replace('"entities": [', '"entities": 3, "x": ['),
      'semantic_models."semantic_model.shop.orders".entities must be a list, found 3',
    ],
  ])('with a mistake says where (%#)', (manifest, problem) => {
    const failed = failureOf(() => readDbt(manifest, { file: 'target/manifest.json' }))
    expect(failed.code).toBe('LINEAGE_INVALID_IMPORT')
    expect(failed.message).toContain('target/manifest.json')
    expect(failed.message).toContain(problem)
  })
})

test('a dbt catalog that is none says so, and a mark before a manifest does not matter', () => {
  const failed = failureOf(() => readDbt(MANIFEST, { catalog: MANIFEST, catalogFile: 'c.json' }))
  expect(failed.code).toBe('LINEAGE_INVALID_IMPORT')
  expect(failed.message).toContain(
    'c.json: metadata.dbt_schema_version must be the address of a catalog schema of version 1',
  )
  expect([...readDbt(`\ufeff${MANIFEST}`).edges()]).toEqual([...readDbt(MANIFEST).edges()])
})

describe('OpenLineage events', () => {
  const graph = imported(readOpenLineage(EVENTS))

  test('are recognised', () => expect(detectFormat(EVENTS, 'x')).toBe('openlineage'))

  test('give tables, files and columns, direct and indirect, but nothing of a failed run', () => {
    expect(Array.from(graph.edges(), edgeText).sort()).toEqual([
      'FILE lake.files.till_orders_parquet > PHYSICAL_TABLE warehouse.marts.orders TABLE_IMPACT',
      'FILE_COLUMN lake.files.till_orders_parquet.cents > PHYSICAL_TABLE_COLUMN warehouse.marts.orders.amount COLUMN_IMPACT',
      'FILE_COLUMN lake.files.till_orders_parquet.state > PHYSICAL_TABLE warehouse.marts.orders COLUMN_IMPACT',
      'FILE_COLUMN lake.files.till_orders_parquet.state > PHYSICAL_TABLE_COLUMN warehouse.marts.orders.amount COLUMN_IMPACT',
      'PHYSICAL_TABLE warehouse.marts.orders > PHYSICAL_TABLE bigquery.reports.daily TABLE_IMPACT',
    ])
    expect(graph.vertex(ref('PHYSICAL_TABLE warehouse.marts.orders'))?.description).toBe(
      'One row per order.',
    )
    expect(graph.vertex(ref('FILE_COLUMN lake.files.till_orders_parquet.cents'))?.custom).toEqual({
      originDataType: 'BIGINT',
    })
  })

  test('are the same as a list and one by one', () => {
    const list = `[${EVENTS.trim().split('\n').join(',')}]`
    expect([...readOpenLineage(list).edges()]).toEqual([...readOpenLineage(EVENTS).edges()])
    const last = EVENTS.trim().split('\n').at(-1)!
    expect([...readOpenLineage(last).edges()]).toHaveLength(1)
  })

  test('of one run count as one, whichever of them names the inputs', () => {
    const event = (runId: string, found: object) =>
      JSON.stringify({ run: { runId }, job: { namespace: 'n', name: 'j' }, ...found })
    const dataset = (name: string) => ({ namespace: 'postgres://h', name })
    const read = readOpenLineage(
      [
        event('1', { eventType: 'START', inputs: [dataset('a.b.c')] }),
        event('2', { eventType: 'START', inputs: [dataset('a.b.x')] }),
        event('1', { eventType: 'COMPLETE', inputs: [], outputs: [dataset('a.b.d')] }),
      ].join('\n'),
    )
    expect(Array.from(read.edges(), edgeText)).toEqual([
      'PHYSICAL_TABLE a.b.c > PHYSICAL_TABLE a.b.d TABLE_IMPACT',
    ])
  })

  test('name files after the table that they belong to, in all events', () => {
    const files = { namespace: 's3://lake', name: 'warehouse/sales/orders' }
    const hive = { namespace: 'hive://metastore:9083', name: 'sales.orders', type: 'TABLE' }
    const identifiers = [{ namespace: 's3://copy', name: 'orders', type: 'LOCATION' }, hive]
    const job = { namespace: 'spark', name: 'j' }
    const other = { namespace: 'postgres://h', name: 'a.b.c' }
    const inputField = { ...files, field: 'cents' }
    const facets = { columnLineage: { fields: { amount: { inputFields: [inputField] } } } }
    const schema = { fields: [{ name: 'cents', type: 'int' }] }
    const first = { job, inputs: [files], outputs: [{ ...other, facets }] }
    const second = { job, outputs: [{ ...files, facets: { schema, symlinks: { identifiers } } }] }
    const table = 'metastore.sales.orders'
    for (const events of [
      [first, second],
      [second, first],
    ]) {
      const read = imported(readOpenLineage(JSON.stringify(events)))
      expect(Array.from(read.edges(), edgeText).sort()).toEqual([
        `PHYSICAL_TABLE ${table} > PHYSICAL_TABLE a.b.c TABLE_IMPACT`,
        `PHYSICAL_TABLE_COLUMN ${table}.cents > PHYSICAL_TABLE_COLUMN a.b.c.amount COLUMN_IMPACT`,
      ])
      expect(read.vertex(ref(`PHYSICAL_TABLE ${table}`))?.displayName).toBe('sales.orders')
      expect([...read.vertices()].filter(({ vertexType }) => vertexType === 'FILE')).toEqual([])
    }
  })

  test('call what is a table, or files that are no table, by their own name', () => {
    const named = (dataset: object, ...identifiers: object[]) => {
      const event = { dataset: { ...dataset, facets: { symlinks: { identifiers } } } }
      return Array.from(imported(readOpenLineage(JSON.stringify(event))).vertices(), text)
    }
    const files = { namespace: 's3://lake', name: 'orders' }
    const table = { namespace: 'hive://metastore', name: 'sales.orders' }
    expect(named(table, { ...table, name: 'other.orders', type: 'TABLE' })).toEqual([
      'PHYSICAL_TABLE metastore.sales.orders',
    ])
    expect(named(table, { ...files, type: 'LOCATION' })).toEqual([
      'PHYSICAL_TABLE metastore.sales.orders',
    ])
    for (const identifiers of [[], [{ ...table, type: 'VIEW' }], [{ ...files, type: 'TABLE' }]]) {
      expect(named(files, ...identifiers)).toEqual(['FILE lake.files.orders'])
    }
    const failed = failureOf(() => named(files, { namespace: 'hive://metastore', type: 'TABLE' }))
    expect(failed.message).toBe(
      'events.json: dataset.facets.symlinks.identifiers[0].name must be a text, found nothing.',
    )
  })

  test('name the fields of a structure behind its name', () => {
    const nested = (levels: number): object =>
      levels === 0 ? {} : { fields: [{ name: 'in', ...nested(levels - 1) }] }
    const read = (schema: object) => {
      const dataset = { namespace: 'postgres://h', name: 'a.b.c', facets: { schema } }
      return imported(readOpenLineage(JSON.stringify({ dataset })))
    }
    const city = { name: 'city', type: 'string', description: 'Where' }
    const graph = read({ fields: [{ name: 'home', type: 'struct', fields: [city] }] })
    expect(graph.vertex(ref('PHYSICAL_TABLE_COLUMN a.b.c.home'))?.custom).toEqual({
      originDataType: 'struct',
    })
    expect(graph.vertex(ref('PHYSICAL_TABLE_COLUMN a.b.c.home.city'))).toMatchObject({
      displayName: 'home.city',
      description: 'Where',
      custom: { originDataType: 'string' },
    })
    expect(read(nested(100)).vertexCount).toBe(101)
    expect(failureOf(() => read(nested(101))).message).toContain('at most 100 levels deep')
  })

  test('without a run are no part of a failed one', () => {
    const job = { namespace: 'n', name: 'j' }
    const outputs = [{ namespace: 'postgres://h', name: 'a.b.c' }]
    const events = [
      { job, outputs },
      { job, run: { runId: '' }, eventType: 'FAIL', outputs: [] },
    ]
    expect([...readOpenLineage(JSON.stringify(events)).statedVertices()]).toHaveLength(1)
  })

  test('of a dataset alone tell what feeds its columns', () => {
    const inputField = { namespace: 'postgres://h', name: 'a.b.c', field: 'cents' }
    const facets = { columnLineage: { fields: { amount: { inputFields: [inputField] } } } }
    const dataset = { namespace: 'postgres://h', name: 'a.b.d', facets }
    expect(Array.from(readOpenLineage(JSON.stringify({ dataset })).edges(), edgeText)).toEqual([
      'PHYSICAL_TABLE_COLUMN a.b.c.cents > PHYSICAL_TABLE_COLUMN a.b.d.amount COLUMN_IMPACT',
    ])
  })

  test.each([
    ['{"job":{"namespace":"a"}}', 'job.name must be a text, found nothing'],
    ['{"eventTime":"x"}', 'must have a job or a dataset'],
    ['[]', 'is an empty list, expected OpenLineage events'],
    ['[7]', '[0] must be an event, found 7'],
    [
      '{"job":{"name":"a"},"inputs":[{"namespace":"","name":"a"}]}',
      'inputs[0].namespace must be a text that is not empty',
    ],
    [`${EVENTS}{"job":{"name":""}}`, 'line 7: job.name must be a text that is not empty'],
    [`${EVENTS}{"job":{"name":`, 'line 7 is not JSON'],
    [`${EVENTS}\n5`, 'line 8 must be an event, found 5'],
  ])('with a mistake say where (%#)', (events, problem) => {
    const failed = failureOf(() => readOpenLineage(events, { file: 'run.json' }))
    expect(failed.code).toBe('LINEAGE_INVALID_IMPORT')
    expect(failed.message).toContain('run.json')
    expect(failed.message).toContain(problem)
  })

  test.each([
    ['postgres://h:1', 'a.b.c', 'PHYSICAL_TABLE a.b.c'],
    ['postgres://h:1', 'b.c', 'PHYSICAL_TABLE h.b.c'],
    ['bigquery', 'c', 'PHYSICAL_TABLE bigquery.default.c'],
    ['kafka://k:9092', 'a b.c.d.e', 'PHYSICAL_TABLE a_b.c.d_e'],
    ['file', '/data/x.csv', 'FILE file.files.data_x_csv'],
    ['s3://bucket', 'a/b.parquet', 'FILE bucket.files.a_b_parquet'],
  ])('name %s %s %s', (namespace, name, expected) => {
    expect(text(toDatasetRef(namespace, name))).toBe(expected)
  })
})

describe('CSV', () => {
  test('needs only the ends of edges', () => {
    const graph = imported(
      readLineage(
        'dst_type,dst_id,src_type,src_id\nMETRIC,"a, b",DATASET,x\r\n,,,\r\nMETRIC,c,METRIC,"a, b"\n',
        {
          format: 'csv',
          file: 'edges.csv',
        },
      ),
    )
    expect(Array.from(graph.edges(), edgeText)).toEqual([
      'DATASET x > METRIC a, b TABLE_IMPACT',
      'METRIC a, b > METRIC c COLUMN_IMPACT',
    ])
    expect(
      neighbourhood(graph, { root: ref('METRIC c'), upstream: 9, downstream: 0 }).vertices,
    ).toHaveLength(3)
  })

  test.each([
    ['', 'is empty'],
    ['a,b\n', 'line 1 must have a column src_type, found a, b'],
    [
      'src_type;src_id;dst_type;dst_id\n',
      'line 1 must have a column src_type, found src_type;src_id',
    ],
    ['src_type,src_id,dst_type,dst_id,src_id\n', 'line 1 has the column src_id twice'],
    ['src_type,src_id,dst_type,dst_id,colour\n', 'line 1 has a column "colour"'],
    ['src_type,src_id,dst_type,dst_id\nMETRIC,a,METRIC\n', 'line 2 has 3 fields, the head has 4'],
    [
      'src_type,src_id,dst_type,dst_id\nMETRIC,"a\nb",TABLE,c\n',
      'line 2 has "TABLE" where a type of vertex must be',
    ],
    [
      'src_type,src_id,dst_type,dst_id\nMETRIC,"a\nb",METRIC,c\nMETRIC,x,METRIC,"c',
      'line 4 has a quote without end',
    ],
    ['src_type,src_id,dst_type,dst_id\nMETRIC,"a"b,METRIC,c\n', 'line 2 has text beside a quote'],
    ['src_type,src_id,dst_type,dst_id\rMETRIC,a,METRIC,c\r', 'line 1 ends with CR, expected CR LF'],
    [
      'src_type,src_id,dst_type,dst_id,edge_type\nMETRIC,a,METRIC,b,ROW\n',
      'line 2 edge_type is "ROW"',
    ],
  ])('with a mistake says where (%#)', (csv, problem) => {
    const failed = failureOf(() => readLineage(csv, { format: 'csv', file: 'edges.csv' }))
    expect(failed.message).toContain(`edges.csv`)
    expect(failed.message).toContain(problem)
  })
})

describe('importContent', () => {
  test('takes in nothing when there is no room for all', () => {
    const graph = createLineageGraph({ maxVertices: 3 })
    graph.setVertex(bare(ref('METRIC a')))
    const content = graphOf([edge('METRIC a > METRIC b'), edge('METRIC c > METRIC d')])
    expect(failureOf(() => importContent(graph, content)).code).toBe('LINEAGE_TOO_LARGE')
    expect([graph.vertexCount, graph.edgeCount]).toEqual([1, 0])
    const crowded = createLineageGraph({ maxEdges: 1 })
    expect(failureOf(() => importContent(crowded, content)).code).toBe('LINEAGE_TOO_LARGE')
    expect(crowded.vertexCount).toBe(0)
  })

  test('fills in empty properties, and does not change properties set by other sources', () => {
    const graph = createLineageGraph()
    graph.setVertex({ ...bare(ref('METRIC a')), displayName: 'Ours' }, 'catalog')
    const content = createLineageGraph()
    content.setVertex(
      { ...bare(ref('METRIC a')), displayName: 'Theirs', description: 'More' },
      'dbt',
    )
    importContent(graph, content)
    expect(graph.vertex(ref('METRIC a'))).toMatchObject({
      displayName: 'Ours',
      description: 'More',
    })
    expect(graph.vertexSources(ref('METRIC a'))).toEqual(['catalog', 'dbt'])
  })

  test('keeps properties of an earlier import that a later import omits, unless it replaces the source', () => {
    const graph = createLineageGraph()
    const read = (rows: string) =>
      readLineage(`src_type,src_id,dst_type,dst_id,sources,display_name\n${rows}`, {
        format: 'csv',
        file: 'edges.csv',
      })
    importContent(graph, read('METRIC,a,,,dbt,Alpha\nMETRIC,b,,,dbt,Beta\n'))
    importContent(graph, read('METRIC,a,METRIC,b,dbt,\nMETRIC,b,,,dbt,Bee\n'))
    expect(graph.vertex(ref('METRIC a'))?.displayName).toBe('Alpha')
    expect(graph.vertex(ref('METRIC b'))?.displayName).toBe('Bee')
    importContent(graph, read('METRIC,a,METRIC,b,dbt,\n'), { replace: ['dbt'] })
    expect(graph.vertex(ref('METRIC a'))?.displayName).toBeNull()
  })
})

test.each([
  ['csv', (id: string) => `src_type,src_id,dst_type,dst_id\nFILE,${id},DATASET,sales\n`],
  [
    'json',
    (id: string) =>
      JSON.stringify({
        format: 'tributary-lineage',
        version: 1,
        vertices: [{ vertexId: id, vertexType: 'FILE', sources: ['manual'] }],
        edges: [],
      }),
  ],
  [
    'openlineage',
    (id: string) =>
      JSON.stringify({
        eventTime: '2026-01-01T00:00:00Z',
        producer: 'https://example.com/x',
        schemaURL: 'https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent',
        run: { runId: '1' },
        job: { namespace: 'a', name: 'b' },
        inputs: [{ namespace: 'file', name: id }],
        outputs: [{ namespace: 'file', name: 'y' }],
      }),
  ],
] as const)('%s with an id that is too long is refused, without repeating it', (format, write) => {
  const read = (length: number) =>
    readLineage(write(`x${'y'.repeat(length - 1)}`), { format, file: 'in.file' })
  expect(() => read(1_500)).not.toThrow()
  const { message } = failureOf(() => read(5_000_000))
  expect(message).toMatch(
    /^in\.file has an id of 50\d{5} characters, which begins with ".{1,60}"; the limit is 2048\.$/,
  )
})
