import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** How many definitions there are for so many metrics. */
export function sizesOf(metrics: number): {
  readonly datasets: number
  readonly dimensions: number
} {
  return { datasets: Math.max(1, metrics / 20), dimensions: Math.max(1, metrics / 5) }
}

/**
 * Writes the files of a workspace of so many metrics, made the same every time, and the data that it stands
 * on: for each twenty metrics a dataset of five columns with a relation to the next, four dimensions,
 * twelve atomic, four derived and four composite metrics.
 */
export async function writeLargeFiles(folder: string, metrics: number): Promise<void> {
  const { datasets, dimensions } = sizesOf(metrics)
  await mkdir(join(folder, 'files'), { recursive: true })
  for (let i = 0; i < datasets; i++) {
    await writeFile(join(folder, 'files', `t${i}.csv`), 'day,place,kind,a,b\n2024-01-01,x,y,1,2\n')
  }
  const sections: Readonly<Record<string, string>> = {
    workspace: `tenant: large
accounts:
  - { account: owner, role: OWNER }
datasources:
  - { name: files, type: FILES, root: files }
`,
    datasets: `datasets:\n${list(datasets, (i) => dataset(i, datasets))}`,
    dimensions: `dimensions:\n${list(dimensions, dimension)}`,
    metrics: `metrics:\n${list(metrics, metric)}`,
  }
  for (const [name, text] of Object.entries(sections)) {
    await writeFile(join(folder, `${name}.yaml`), text)
  }
}

/** The name of the metric at a place. */
export function metricName(i: number): string {
  return `${SUBJECTS[i % 8]}_${MEASURES[(i >> 3) % 8]}_${i}`
}

const SUBJECTS = ['order', 'return', 'visit', 'shipment', 'payment', 'ticket', 'claim', 'session']
const MEASURES = ['amount', 'count', 'delay', 'weight', 'margin', 'rate', 'score', 'volume']

function list(count: number, one: (i: number) => string): string {
  return Array.from({ length: count }, (_, i) => one(i)).join('')
}

/** Tables of an area lead to one another; areas stand alone, as those of a company do. */
function dataset(i: number, of: number): string {
  const isLast = i % 8 === 7 || i + 1 >= of
  const relation = `    relations:\n      - { name: next, to: t${i + 1}, on: { place: place } }\n`
  return `  - name: t${i}
    displayName: Table ${i}
    description: The ${SUBJECTS[i % 8]}s of area ${i}.
    source: { datasource: files, file: t${i}.csv }
    time: { column: day, grain: DAY }
    columns:
      - { name: day, type: DATE }
      - { name: place, type: VARCHAR, isPrimaryKey: true }
      - { name: kind, type: VARCHAR }
      - { name: a, type: BIGINT }
      - { name: b, type: BIGINT }
${isLast ? '' : relation}`
}

function dimension(i: number): string {
  const value =
    i % 4 === 3
      ? `expr: 'If([a] > 5, "large", "small")'`
      : `column: ${i % 2 === 0 ? 'place' : 'kind'}`
  return `  - name: dim_${i}
    code: D${i}
    displayName: ${SUBJECTS[i % 8]} kind ${i}
    dataset: t${i >> 2}
    ${value}
`
}

function metric(i: number): string {
  const place = i % 20
  return `  - name: ${metricName(i)}
    code: M${i}
    displayName: ${SUBJECTS[i % 8]} ${MEASURES[(i >> 3) % 8]} ${i}
    description: What area ${Math.floor(i / 20)} counts, in way ${place}.
${body(i - place, place)}`
}

function body(first: number, place: number): string {
  if (place < 12) {
    return `    type: ATOMIC
    dataset: t${first / 20}
    aggregate: ${place % 3 === 0 ? 'MAX' : 'SUM'}
    expr: '[${place % 2 === 0 ? 'a' : 'b'}] * ${place + 1}'
    filters: ['[kind] = "y"']
`
  }
  if (place < 16) {
    return `    type: DERIVED
    metric: ${metricName(first + place - 12)}
    filters: ['[b] > ${place}']
`
  }
  return `    type: COMPOSITE
    expr: '[${metricName(first + 1)}] / [${metricName(first + place - 12)}]'
`
}
