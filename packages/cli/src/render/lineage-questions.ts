import type {
  CyclesData,
  EvidenceData,
  ImpactData,
  LineageDifferenceData,
  LooseEndsData,
  SinglePointsData,
  TypedEdgeData,
  VertexData,
  VertexRefData,
} from '@tributary/contract'
import type { Paint } from '../terminal/paint.ts'
import { type Cell, renderTable } from './table.ts'
import { formatNounCount, printable } from './text.ts'

/** The lines of a shortest path between two assets, and how many paths there are. */
export function renderEvidence(
  { path, steps, paths, shortestPaths }: EvidenceData,
  paint: Paint,
): readonly string[] {
  if (path.length === 0) return ['no data flows between them']
  const rows = path.map((vertex, i): Cell[] => [
    { text: i === 0 ? '' : '→', role: 'faint' },
    ...identityCells(vertex),
    { text: i === 0 ? '' : steps[i - 1]!.join(', '), role: 'faint' },
  ])
  const all = paths === null ? uncountedText(shortestPaths) : countedText(paths, 'path')
  const shortest = shortestPaths === null ? MANY : countedText(shortestPaths, 'shortest path')
  const heading = `data flows in ${formatNounCount(steps.length, 'step')}`
  return [
    ...section(heading, table(rows, paint), paint),
    '',
    `${all}; ${shortest} of ${formatNounCount(steps.length, 'step')}`,
  ]
}

/** More are not counted. */
const MANY = 'more than 2^1024 shortest paths'

/** Paths that are not counted: when the shortest are, a cycle is the usual reason. */
function uncountedText(shortestPaths: string | null): string {
  return shortestPaths === null
    ? 'more than 2^1024 paths'
    : 'paths not counted (through a cycle, or more than 2^1024)'
}

/** The lines of the assets that break and of those that degrade. */
export function renderImpact({ breaks, degrades }: ImpactData, paint: Paint): readonly string[] {
  const rows = (list: readonly ImpactData['breaks'][number][]): readonly string[] =>
    table(
      list.map((vertex) => [
        ...vertexCells(vertex),
        { text: formatNounCount(vertex.hop, 'step'), role: 'faint' },
        {
          text: `${vertex.lostSources} of ${formatNounCount(vertex.sources, 'source')} lost`,
          role: 'faint',
        },
      ]),
      paint,
    )
  return [
    ...section(`breaks (${breaks.length})`, rows(breaks), paint),
    '',
    ...section(`degrades (${degrades.length})`, rows(degrades), paint),
  ]
}

/** The lines of the single points of failure. */
export function renderSinglePoints(data: SinglePointsData, paint: Paint): readonly string[] {
  const heading = `single points of failure (${data.vertexList.length})`
  return section(heading, table(data.vertexList.map(vertexCells), paint), paint)
}

/** The lines of the unused assets and of those without a source. */
export function renderLooseEnds(
  { unused, unsourced }: LooseEndsData,
  paint: Paint,
): readonly string[] {
  return [
    ...section(`unused (${unused.length})`, table(unused.map(vertexCells), paint), paint),
    '',
    ...section(`unsourced (${unsourced.length})`, table(unsourced.map(vertexCells), paint), paint),
  ]
}

/** The lines of every cycle, with the edges that close it. */
export function renderCycles({ cycleList }: CyclesData, paint: Paint): readonly string[] {
  if (cycleList.length === 0) return ['no cycles']
  return cycleList.flatMap(({ vertexList, closedBy }, i) => [
    ...(i === 0 ? [] : ['']),
    ...section(`cycle of ${vertexList.length}`, table(vertexList.map(identityCells), paint), paint),
    ...closedBy.map(
      ({ srcVertex, dstVertex }) =>
        `  closed by ${formatVertexName(srcVertex)} ${paint('faint', '→')} ${formatVertexName(dstVertex)}`,
    ),
  ])
}

/** The lines of the added, removed and changed assets and edges. */
export function renderDifference(
  { vertices, edges }: LineageDifferenceData,
  paint: Paint,
): readonly string[] {
  const lines = [
    ...vertices.added.map((vertex) => `+ ${formatVertexName(vertex)}`),
    ...vertices.removed.map((vertex) => `- ${formatVertexName(vertex)}`),
    ...vertices.changed.map(({ after }) => `~ ${formatVertexName(after)}`),
    ...edges.added.map((edge) => `+ ${formatEdgeArrow(edge)}`),
    ...edges.removed.map((edge) => `- ${formatEdgeArrow(edge)}`),
  ]
  return lines.length === 0 ? [paint('faint', 'no differences')] : lines
}

function formatEdgeArrow({ srcVertex, dstVertex, edgeType }: TypedEdgeData): string {
  return `${formatVertexName(srcVertex)} → ${formatVertexName(dstVertex)}  ${edgeType}`
}

function section(heading: string, lines: readonly string[], paint: Paint): readonly string[] {
  const body = lines.length === 0 ? [paint('faint', 'nothing')] : lines
  return [paint('heading', heading), '', ...body.map((line) => `  ${line}`)]
}

function table(rows: readonly (readonly Cell[])[], paint: Paint): readonly string[] {
  if (rows.length === 0) return []
  const columns = rows[0]!.map(() => ({ title: '', align: 'left' as const }))
  return renderTable(columns, rows, paint)
}

function vertexCells(vertex: VertexData): Cell[] {
  const { vertexId, displayName } = vertex
  const name = displayName === vertexId ? '' : printable(displayName ?? '')
  return [...identityCells(vertex), { text: name, role: 'faint' }]
}

function identityCells({ vertexType, vertexId }: VertexRefData): Cell[] {
  return [
    { text: vertexType, role: 'faint' },
    { text: printable(vertexId), role: 'plain' },
  ]
}

function formatVertexName({ vertexType, vertexId }: VertexRefData): string {
  return `${vertexType} ${printable(vertexId)}`
}

/** Like {@link formatNounCount}, for a count that is too large for a number. */
function countedText(count: string, noun: string): string {
  return `${count} ${noun}${count === '1' ? '' : 's'}`
}
