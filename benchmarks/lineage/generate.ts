import { VERTEX_TYPES, type VertexRef, type VertexType } from '@tributary/lineage'

/** A generated lineage: vertices by number, and pairs of them as columns, each pair once. */
export interface GeneratedLineage {
  readonly vertices: readonly VertexRef[]
  readonly sources: Uint32Array
  readonly targets: Uint32Array
  /** 1 for COLUMN_IMPACT, 2 for TABLE_IMPACT. */
  readonly types: Uint8Array
}

/**
 * The lineage of a company of many data marts, until it has `edges` edges: files and tables with their columns
 * (log-normal, 20 on average), datasets over one to four of them (near ones favoured, some far ones again and
 * again), dimensions of which five are used everywhere, atomic metrics, derived ones up to eight levels deep, and
 * views. The same number gives the same lineage.
 */
export function generateLineage(edges: number): GeneratedLineage {
  const company = new Company(edges)
  for (let mart = 0; company.count < edges; mart++) company.addMart(mart)
  return company.finish()
}

/** `count` vertices of every type, one type after the other in turn; the same ones every time. */
export function pickRoots({ vertices }: GeneratedLineage, count: number): readonly VertexRef[] {
  const random = randomFrom(7)
  const ofTypes = VERTEX_TYPES.map((type) => {
    const all = vertices.filter(({ vertexType }) => vertexType === type)
    return Array.from({ length: count }, () => all[Math.floor(random() * all.length)]!)
  })
  return Array.from({ length: count }, (_, i) => ofTypes.map((ofType) => ofType[i]!)).flat()
}

const GLOBAL_DIMENSIONS = 5
const LEVELS = 8

class Company {
  readonly #random = randomFrom(42)
  readonly #vertices: VertexRef[] = []
  readonly #sources: number[] = []
  readonly #targets: number[] = []
  readonly #types: number[] = []
  readonly #pairs = new Set<number>()
  readonly #tables: { readonly columns: readonly number[]; readonly number: number }[] = []
  readonly #global: readonly number[]
  readonly #most: number

  constructor(edges: number) {
    // Every edge brings fewer than two vertices, so a pair has a number of its own.
    this.#most = edges * 4 + 1000
    this.#global = Array.from({ length: GLOBAL_DIMENSIONS }, (_, i) =>
      this.#add('DIMENSION', `calendar_${i}`),
    )
  }

  get count(): number {
    return this.#sources.length
  }

  finish(): GeneratedLineage {
    return {
      vertices: this.#vertices,
      sources: Uint32Array.from(this.#sources),
      targets: Uint32Array.from(this.#targets),
      types: Uint8Array.from(this.#types),
    }
  }

  addMart(mart: number): void {
    const first = this.#tables.length
    for (let i = 0; i < 10; i++) this.#addTable(`mart${mart}.t${i}`)
    const metrics: number[][] = Array.from({ length: LEVELS + 1 }, () => [])
    const dimensions: number[] = []
    for (let i = 0; i < 7; i++) {
      const columns = this.#addDataset(`mart${mart}_d${i}`, first)
      const made = this.#addDimensions(`mart${mart}_d${i}`, columns)
      dimensions.push(...made)
      metrics[0]!.push(...this.#addMetrics(`mart${mart}_d${i}`, columns, made))
    }
    for (let level = 1; level <= LEVELS; level++) this.#addDerived(mart, level, metrics)
    for (let i = 0; i < 4; i++) this.#addView(`mart${mart}_v${i}`, metrics.flat(), dimensions)
  }

  #addTable(name: string): void {
    const isFile = this.#random() < 0.6
    const number = this.#add(isFile ? 'FILE' : 'PHYSICAL_TABLE', `lake.${name}`)
    const type = isFile ? 'FILE_COLUMN' : 'PHYSICAL_TABLE_COLUMN'
    const count = Math.max(1, Math.round(Math.exp(2.75 + 0.7 * this.#normal())))
    const columns = Array.from({ length: count }, (_, i) => this.#add(type, `lake.${name}.c${i}`))
    this.#tables.push({ number, columns })
  }

  /** Its columns, the dataset itself in front. */
  #addDataset(name: string, first: number): readonly number[] {
    const dataset = this.#add('DATASET', name)
    const columns = [dataset]
    for (let i = 1 + this.#below(4); i > 0; i--) {
      const far = this.#random() < 0.1
      const place = far ? this.#often(this.#tables.length) : first + this.#below(10)
      const table = this.#tables[place]!
      this.#link(table.number, dataset, 2)
      for (const column of table.columns) {
        if (this.#random() > 0.45) continue
        const made = this.#add('DATASET_COLUMN', `${name}.c${columns.length}`)
        columns.push(made)
        this.#link(column, made, 1)
        this.#link(dataset, made, 2)
      }
    }
    return columns
  }

  #addDimensions(name: string, columns: readonly number[]): readonly number[] {
    const made = this.#some(columns.slice(1), 0.3).map((column, i) => {
      const dimension = this.#add('DIMENSION', `${name}_by${i}`)
      this.#link(column, dimension, 1)
      if (this.#random() < 0.3) this.#link(this.#one(columns.slice(1)), dimension, 1)
      return dimension
    })
    for (const dimension of this.#global) {
      if (columns.length > 1 && this.#random() < 0.2) {
        this.#link(this.#one(columns.slice(1)), dimension, 1)
      }
    }
    return made
  }

  #addMetrics(
    name: string,
    columns: readonly number[],
    dimensions: readonly number[],
  ): readonly number[] {
    return this.#some(columns.slice(1), 0.35).map((column, i) => {
      const metric = this.#add('METRIC', `${name}_m${i}`)
      this.#link(columns[0]!, metric, 2)
      this.#link(column, metric, 1)
      if (dimensions.length > 0 && this.#random() < 0.3) {
        this.#link(this.#one(dimensions), metric, 1)
      }
      if (this.#random() < 0.9) this.#link(this.#one(this.#global), metric, 1)
      return metric
    })
  }

  #addDerived(mart: number, level: number, metrics: readonly number[][]): void {
    const below = metrics.slice(0, level).flat()
    const nearest = metrics[level - 1]!
    if (nearest.length === 0) return
    for (let i = Math.ceil(nearest.length * 0.5); i > 0; i--) {
      const metric = this.#add('METRIC', `mart${mart}_l${level}_${i}`)
      metrics[level]!.push(metric)
      this.#link(this.#one(nearest), metric, 1)
      for (let more = this.#below(3); more > 0; more--) this.#link(this.#one(below), metric, 1)
    }
  }

  #addView(name: string, metrics: readonly number[], dimensions: readonly number[]): void {
    const view = this.#add('ANALYSIS_VIEW', name)
    for (let i = 1 + this.#below(6); i > 0; i--) this.#link(this.#one(metrics), view, 1)
    for (let i = this.#below(4); i > 0; i--) this.#link(this.#one(dimensions), view, 1)
  }

  #add(vertexType: VertexType, vertexId: string): number {
    this.#vertices.push({ vertexType, vertexId })
    return this.#vertices.length - 1
  }

  #link(source: number | undefined, target: number, type: number): void {
    if (source === undefined) return
    const pair = source * this.#most + target
    if (this.#pairs.has(pair)) return
    this.#pairs.add(pair)
    this.#sources.push(source)
    this.#targets.push(target)
    this.#types.push(type)
  }

  #below(bound: number): number {
    return Math.floor(this.#random() * bound)
  }

  /** A number below `bound`, small ones again and again. */
  #often(bound: number): number {
    return Math.min(bound - 1, Math.floor(Math.exp(this.#random() * Math.log(bound + 1))) - 1)
  }

  #one(from: readonly number[]): number | undefined {
    return from[this.#below(from.length)]
  }

  #some(from: readonly number[], share: number): readonly number[] {
    return from.filter(() => this.#random() < share)
  }

  #normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.#random())) * Math.cos(2 * Math.PI * this.#random())
  }
}

/** Numbers from 0 to below 1 (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
