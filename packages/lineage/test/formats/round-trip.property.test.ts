import {
  createLineageGraph,
  EDGE_TYPES,
  importContent,
  LINEAGE_FORMATS,
  type LineageGraph,
  readLineage,
  recogniseFormat,
  VERTEX_TYPES,
  writeLineage,
} from '@tributary/lineage'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { edge, edgeText, failureOf, graphOf, text } from '../samples.ts'

const at = new Date('2026-01-01T00:00:00Z')

/** Texts of everything that a format could stumble over. */
const anyText = fc.string({
  unit: fc.oneof(
    fc.constantFrom(
      ...[
        '"',
        "'",
        '\\',
        '\n',
        '\r',
        '\t',
        ',',
        ';',
        '<',
        '>',
        '&',
        '#',
        '%',
        '.',
        ':',
        '|',
        ' ',
        '{',
        ']',
      ],
      ...[
        '\u0000',
        '\u001f',
        '\u007f',
        '\u0085',
        '\u2028',
        '\ufffe',
        '\uffff',
        '\ud800',
        '\udc00',
        '\u{1f600}',
        'é',
      ],
      ...['\\u0041', '&amp;', '-->', '%%', '__proto__', '""', '#quot;', '</data>'],
    ),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 2 }),
  ),
  maxLength: 6,
})
const anySources = fc.uniqueArray(
  fc.oneof(
    fc.constantFrom('catalog', 'dbt'),
    anyText.filter((one) => one !== ''),
  ),
  {
    maxLength: 3,
  },
)
const anyCustom = fc.option(
  fc.dictionary(anyText, fc.oneof(fc.jsonValue({ maxDepth: 1 }), anyText), { maxKeys: 2 }),
)

const anyGraph: fc.Arbitrary<LineageGraph> = fc
  .record({
    vertices: fc.array(
      fc.record({
        vertexId: anyText,
        vertexType: fc.constantFrom(...VERTEX_TYPES),
        displayName: fc.option(anyText),
        description: fc.option(anyText),
        custom: anyCustom.map((custom) =>
          custom === null ? null : JSON.parse(JSON.stringify(custom)),
        ),
        sources: anySources,
      }),
      { minLength: 1, maxLength: 6 },
    ),
    edges: fc.array(
      fc.record({
        src: fc.nat(),
        dst: fc.nat(),
        edgeType: fc.constantFrom(...EDGE_TYPES),
        sources: anySources.filter((sources) => sources.length > 0),
      }),
      { maxLength: 8 },
    ),
  })
  .map(({ vertices, edges }) => {
    const graph = createLineageGraph()
    const content = {
      statedVertices: () => vertices,
      edges: () =>
        edges.map((edge) => ({
          ...edge,
          src: vertices[edge.src % vertices.length]!,
          dst: vertices[edge.dst % vertices.length]!,
        })),
    }
    importContent(graph, content)
    return graph
  })

function told(graph: LineageGraph): object {
  return {
    vertices: [...graph.statedVertices()].map((one) => [text(one), JSON.stringify(one)]).sort(),
    edges: [...graph.edges()].map((edge) => JSON.stringify([edgeText(edge), edge.sources])).sort(),
  }
}

describe.each(LINEAGE_FORMATS)('%s', (format) => {
  test('reading what was written gives the same lineage, whatever it says', () => {
    fc.assert(
      fc.property(anyGraph, (graph) => {
        const written = [...writeLineage(graph, { format, at })].join('')
        expect(recogniseFormat(written)).toBe(
          graph.vertexCount > 0 || format !== 'openlineage' ? format : 'csv',
        )
        const read = createLineageGraph()
        if (written !== '') importContent(read, readLineage(written, { format, file: 'x' }))
        expect(told(read)).toEqual(told(graph))
      }),
      { numRuns: 120 },
    )
  })

  test('a byte order mark in front and other ends of lines do not matter', () => {
    const graph = graphOf([edge('METRIC a > METRIC b')])
    const written = [...writeLineage(graph, { format, at })].join('')
    const edited = `\ufeff${written.replace(/\r?\n/g, '\r\n')}`
    expect(recogniseFormat(edited)).toBe(format)
    const read = createLineageGraph()
    importContent(read, readLineage(edited, { format, file: 'x' }))
    expect(told(read)).toEqual(told(graph))
  })

  test('a text with something wrong in it is refused by name, or read', () => {
    const damage = fc.record({ at: fc.nat(), cut: fc.nat({ max: 6 }), insert: anyText })
    fc.assert(
      fc.property(anyGraph, damage, (graph, { at: place, cut, insert }) => {
        const written = [...writeLineage(graph, { format, at })].join('')
        const start = place % (written.length + 1)
        const damaged = written.slice(0, start) + insert + written.slice(start + cut)
        try {
          readLineage(damaged, { format, file: 'the file' })
        } catch (error) {
          expect(error).toMatchObject({ code: 'LINEAGE_INVALID_IMPORT' })
          expect((error as Error).message).toMatch(/^the file/)
        }
      }),
      { numRuns: 120 },
    )
  })
})

test('our JSON is recognised whatever stands in front of its format', () => {
  expect(recogniseFormat('{"version": 1, "format": "tributary-lineage"}')).toBe('json')
  expect(recogniseFormat('{"job": {"format": "tributary-lineage"}}')).toBe('openlineage')
})

test('custom data deeper than can be written again is refused', () => {
  const levels = 20_000
  const vertex = { vertexId: 'a', vertexType: 'METRIC', sources: ['manual'], custom: 'here' }
  const written = JSON.stringify({
    format: 'tributary-lineage',
    version: 1,
    vertices: [vertex],
    edges: [],
  })
  const deep = written.replace('"here"', `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`)
  const failed = failureOf(() => readLineage(deep, { format: 'json', file: 'deep.json' }))
  expect(failed.code).toBe('LINEAGE_INVALID_IMPORT')
  expect(failed.message).toContain('deep.json: vertices[0].custom must be at most 100 levels deep')
})

describe.each(['graphml', 'gexf'] as const)('%s', (format) => {
  const graph = graphOf([edge('METRIC a > METRIC b'), edge('METRIC b > METRIC a')])
  const written = [...writeLineage(graph, { format, at })].join('')

  test('may be written again by a program that gives names of its own to attributes', () => {
    const names = [...new Set(written.match(/(?<= (?:id|for|key)=")[a-z_]*[a-zA-Z]{4,}(?=")/g))]
    expect(names.length).toBeGreaterThan(6)
    const again = names.reduce(
      (text, name, i) =>
        text.replaceAll(new RegExp(`( (?:id|for|key)=")${name}"`, 'g'), `$1d${i}"`),
      written,
    )
    const read = createLineageGraph()
    importContent(read, readLineage(again, { format, file: 'x' }))
    expect(told(read)).toEqual(told(graph))
  })

  test('with the id of a node twice is refused', () => {
    const twice = written.replace('<node id="v1"', '<node id="v0"')
    const failed = failureOf(() => readLineage(twice, { format, file: 'x' }))
    expect(failed.message).toContain('x: node "v0" has the id of another node')
  })
})

describe('a text of many millions of characters', () => {
  const MANY = 30_000_000
  const empty = '<nodes/><edges/></graph></gexf>'

  test.each([
    ['csv', () => `src_type,src_id,dst_type,dst_id\n"${'a'.repeat(MANY)}`],
    ['gexf', () => `<!--${'a'.repeat(MANY)}`],
    ['gexf', () => `<gexf${' a="b"'.repeat(MANY / 10)}`],
  ] as const)('as %s with a mistake is refused by name (%#)', (format, make) => {
    const failed = failureOf(() => readLineage(make(), { format, file: 'x' }))
    expect(failed.code).toBe('LINEAGE_INVALID_IMPORT')
  })

  test('is read', () => {
    const cell = `src_type,src_id,dst_type,dst_id\nMETRIC,"${'a'.repeat(MANY)}",,\n`
    const [vertex] = readLineage(cell, { format: 'csv', file: 'x' }).statedVertices()
    expect(vertex?.vertexId).toHaveLength(MANY)
    const remark = `<!--${'a'.repeat(MANY)}--><gexf><graph>${empty}`
    expect([...readLineage(remark, { format: 'gexf', file: 'x' }).statedVertices()]).toEqual([])
  })
})
