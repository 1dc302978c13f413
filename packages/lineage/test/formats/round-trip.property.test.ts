import {
  createLineageGraph,
  EDGE_TYPES,
  importContent,
  type LineageGraph,
  readLineage,
  VERTEX_TYPES,
  writeLineage,
} from '@tributary/lineage'
import { detectFormat } from '@tributary/lineage/internal'
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

describe.each(['json', 'csv', 'openlineage'] as const)('%s', (format) => {
  test('reading what was written gives the same lineage, whatever it says', () => {
    fc.assert(
      fc.property(anyGraph, (graph) => {
        const written = [...writeLineage(graph, { format, at })].join('')
        expect(detectFormat(written, 'x')).toBe(
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
    expect(detectFormat(edited, 'x')).toBe(format)
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

test('Tributary JSON is detected when its format is not the first key', () => {
  expect(detectFormat('{"version": 1, "format": "tributary-lineage"}', 'x')).toBe('json')
  expect(detectFormat('{"job": {"format": "tributary-lineage"}}', 'x')).toBe('openlineage')
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

/** Texts of the elements of a drawing, by field, as a program that reads the format sees them. */
const DRAWN = {
  dot: (written: string) => Array.from(written.matchAll(/tributary="([^"]*)"/g), fromPercent),
  mermaid: (written: string) => Array.from(written.matchAll(/^%% .* (\S+)$/gm), fromPercent),
  graphml: (written: string) => fromXml(written, /<data key="(?:node|edge)_(\w+)">([^<]*)</g),
  gexf: (written: string) => fromXml(written, /<attvalue for="(\w+)" value="([^"]*)"/g),
}

function fromPercent([, json]: RegExpExecArray): object {
  return JSON.parse(decodeURIComponent(json!))
}

function fromXml(written: string, field: RegExp): object[] {
  expect(written).not.toMatch(/&(?!#\d+;)/)
  expect(written).not.toMatch(/[\p{Cs}\ufffe\uffff]|(?![\t\n\r\u007f-\u009f])\p{Cc}/u)
  const elements = written.matchAll(/<(node|edge) [^>]*>(.*?)<\/\1>/gs)
  return Array.from(elements, ([, , inner]) => {
    const said = { displayName: null, description: null, custom: null }
    const found = Array.from(inner!.matchAll(field), ([, name, value]) => {
      const text = value!
        .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
        .replace(/\\(?:\\|u([\da-f]{4}))/g, (whole, code) =>
          code === undefined ? whole[0]! : String.fromCharCode(Number.parseInt(code, 16)),
        )
      return [name, name === 'custom' || name === 'sources' ? JSON.parse(text) : text]
    }).filter(([name]) => name !== 'label')
    const fields = Object.fromEntries(found)
    return 'vertexId' in fields ? { ...said, ...fields } : fields
  })
}

describe.each(['dot', 'mermaid', 'graphml', 'gexf'] as const)('%s', (format) => {
  test('has every vertex and every edge with all that they say', () => {
    fc.assert(
      fc.property(anyGraph, (graph) => {
        const written = [...writeLineage(graph, { format, at })].join('')
        const edges = [...graph.edges()].map(({ edgeType, sources }) => ({ edgeType, sources }))
        expect(DRAWN[format](written)).toEqual([...graph.statedVertices(), ...edges])
      }),
      { numRuns: 60 },
    )
  })

  test('is refused by detection, with the formats that can be read', () => {
    const written = [...writeLineage(graphOf([]), { format, at })].join('')
    const failed = failureOf(() => detectFormat(`\ufeff${written}`, 'x'))
    expect(failed.code).toBe('LINEAGE_INVALID_IMPORT')
    expect(failed.message).toMatch(/^x is .* cannot be imported.* json, csv, dbt, openlineage\.$/)
  })
})

test('a drawing shows types, names and the direction of the data', () => {
  const graph = graphOf([edge('DATASET a > METRIC "b"')])
  const written = (format: 'dot' | 'mermaid') =>
    [...writeLineage(graph, { format, at })].join('').replace(/tributary="[^"]*"|^%%.*$/gm, '…')
  expect(written('dot')).toBe(`digraph lineage {
  rankdir=LR;
  node [shape=box];
  v0 [label="DATASET\\na", …];
  v1 [label="METRIC\\n\\"b\\"", …];
  v0 -> v1 [style=solid, …];
}
`)
  expect(written('mermaid')).toBe(`flowchart LR
  v0["DATASET<br/>a"]
…
  v1["METRIC<br/>#34;b#34;"]
…
  v0 --> v1
…
`)
})

describe('a text of many millions of characters', () => {
  const MANY = 30_000_000
  test('with a mistake is refused by name', () => {
    const text = `src_type,src_id,dst_type,dst_id\n"${'a'.repeat(MANY)}`
    const failed = failureOf(() => readLineage(text, { format: 'csv', file: 'x' }))
    expect(failed.code).toBe('LINEAGE_INVALID_IMPORT')
  })

  test('is read', () => {
    const cell = `src_type,src_id,dst_type,dst_id,description\nMETRIC,m,,,"${'a'.repeat(MANY)}"\n`
    const [vertex] = readLineage(cell, { format: 'csv', file: 'x' }).statedVertices()
    expect(vertex?.description).toHaveLength(MANY)
  })
})
