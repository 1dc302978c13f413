import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { checkAnswers } from '../lineage/check-answers.ts'
import { startContestant } from '../lineage/contestant.ts'
import type { Engine } from '../lineage/engine.ts'
import { ENGINES } from '../lineage/engines.ts'
import { generateLineage } from '../lineage/generate.ts'
import { goalsOf } from '../lineage/goals.ts'
import { judgeOf } from '../lineage/judge.ts'
import type { Listing } from '../lineage/listing.ts'
import { measureQueries } from '../lineage/measure-queries.ts'
import type { SizeReport } from '../lineage/measure-size.ts'
import { numberingOf } from '../lineage/numbering.ts'
import { rootsOf } from '../lineage/roots.ts'
import { ratiosOf, timesOf } from '../lineage/times.ts'

const EDGES = 3_000
const lineage = generateLineage(EDGES)
const roots = rootsOf(lineage)
const options = {
  roots,
  judge: judgeOf(lineage),
  numbering: numberingOf(lineage),
  patience: Number.POSITIVE_INFINITY,
  orders: null,
}

afterEach(() => {
  vi.unstubAllEnvs()
})

async function withFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'tributary-bench-test-'))
  try {
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function listing(name: string): Promise<Engine<Listing>> {
  const kind = ENGINES.find((one) => one.name === name)!
  return (await kind.make({ lineage, folder: '' })) as Engine<Listing>
}

test('engines that are installed answer like the judge, and two of them in the same order', () =>
  withFolder(async (folder) => {
    const ours = (await ENGINES[0]!.make({ lineage, folder }))!
    const orders = new Map<number, readonly string[]>()
    for (const steps of [1, 2, 3, 10]) {
      const checked = await checkAnswers(ours, { ...options, steps })
      expect(new Set(checked.orders).size).toBeGreaterThan(roots.length / 4)
      orders.set(steps, checked.orders)
    }
    const inOrder = new Set<string>()
    for (const { name, make } of ENGINES.slice(1)) {
      const engine = await make({ lineage, folder })
      if (engine === null) continue
      const some = /DuckDB|Ladybug/.test(name) ? roots.slice(0, 9) : roots
      for (const [steps, expected] of orders) {
        const asked = { ...options, roots: some, steps, orders: expected }
        const checked = await checkAnswers(engine, asked)
        expect(checked.roots).toBe(some.length)
        if (checked.orders.length > 0) inOrder.add(name)
      }
    }
    expect([...inOrder]).toEqual(['raw CSR, in the same order'])
  }))

test('checkAnswers rejects an answer that lacks an edge or a vertex, or has another order', async () => {
  const csr = await listing('raw CSR')
  const ordered = await listing('raw CSR, in the same order')
  const { orders } = await checkAnswers(ordered, { ...options, steps: 3 })
  const changed = (engine: Engine<Listing>, change: (found: Listing) => Listing) =>
    checkAnswers(
      { ...engine, ask: async (root, steps) => change(await engine.ask(root, steps)) } as Engine,
      { ...options, steps: 3, orders },
    )
  await expect(changed(csr, (found) => found)).resolves.toMatchObject({ roots: roots.length })
  const otherwise = /^\(3,3\) around [A-Z_]+ \S+ is answered otherwise than expected\.$/
  const less = ({ vertices, edges }: Listing): Listing => ({ vertices, edges: edges.slice(1) })
  await expect(changed(csr, less)).rejects.toThrow(otherwise)
  const fewer = ({ vertices, edges }: Listing): Listing => ({ vertices: vertices.slice(1), edges })
  await expect(changed(csr, fewer)).rejects.toThrow(otherwise)
  const other = ({ vertices, edges }: Listing): Listing => ({
    vertices: vertices.map((one) => ({ ...one, vertexId: `${one.vertexId}?` })),
    edges,
  })
  await expect(changed(csr, other)).rejects.toThrow(/^There is no [A-Z_]+ \S+\?\.$/)
  const turned = ({ vertices, edges }: Listing): Listing => ({
    vertices: vertices.toReversed(),
    edges,
  })
  await expect(changed(ordered, turned)).rejects.toThrow('listed in another order than ours')
})

test('checkAnswers checks at least the first root, even without patience', async () => {
  const csr = await listing('raw CSR')
  expect(await checkAnswers(csr, { ...options, steps: 1, patience: 0 })).toMatchObject({ roots: 1 })
})

test('times are those of warm runs, and ratios compare the roots that both engines answered', () => {
  const sample = (warm: number, cold: number) => ({ warm, cold })
  const ours = [[sample(1, 10)], [sample(2, 20)], [sample(900, 9_000)]]
  const slow = [
    [sample(10, 20), sample(10, 20)],
    [sample(20, 80), sample(20, 80)],
  ]
  expect(timesOf(ours)).toEqual({ p50: 2, p99: 900, mean: 301, coldP50: 20 })
  expect(ratiosOf(slow, ours)).toEqual({ p50: 10, mean: 10, coldP50: 4 })
  expect(ratiosOf(ours, ours)).toEqual({ p50: 1, mean: 1, coldP50: 1 })
})

test('contestants take turns in processes of their own', () =>
  withFolder(async (folder) => {
    // What a test runs in has other flags than a benchmark.
    vi.stubEnv('NODE_OPTIONS', '--expose-gc')
    const made = { edges: EDGES, folder, steps: [1, 2], patience: 1_000 }
    const [kind, , orderedKind] = ENGINES
    const ours = (await startContestant(kind!, { ...made, orders: null }))!
    const orders = ours.checked.map((one) => one.orders)
    const ordered = (await startContestant(orderedKind!, { ...made, orders }))!
    try {
      const asked = { steps: 2, patience: 60_000, rounds: 2 }
      const times = await measureQueries([ours, ordered], asked)
      const [first, second] = times.engines
      expect(first).toMatchObject({ roots: 90, ofOurs: { p50: 1, mean: 1, coldP50: 1 } })
      expect(second).toMatchObject({ name: orderedKind!.name, roots: 90 })
      expect(second!.ofOurs.p50).toBe(second!.p50 / first!.p50)
      const wrong = orders.map((digests) => digests.toReversed())
      await expect(startContestant(orderedKind!, { ...made, orders: wrong })).rejects.toThrow(
        /^raw CSR, in the same order, make: \(1,1\) around .* in another order than ours/,
      )
    } finally {
      await Promise.all([ours.process.end(), ordered.process.end()])
    }
  }))

test('goals of the questions are judged from two million edges on, those of the costs always', () => {
  const times = { p50: 1, p99: 1, mean: 1, coldP50: 1 }
  const engine = (name: string, ofOurs: number) => ({
    ...{ name, givesObjects: true, roots: 90, ...times },
    ofOurs: { p50: ofOurs, mean: ofOurs, coldP50: ofOurs },
  })
  const engines = [engine('raw CSR', 0.1), engine('raw CSR, in the same order', 0.7)]
  const report = (edges: number): SizeReport => ({
    ...{ edges, vertices: 1, queries: [{ steps: 3, vertices: 1, edges: 1, engines }] },
    costs: {
      ...{ bytesPerEdge: 61, writeMs: 0.01, worstTotalsMs: 1 },
      stream: { ms: 1, bytes: 1, longestBlockMs: 1 },
      snapshot: { bytes: 1, writeMs: 1, startMs: 1 },
    },
  })
  const small = goalsOf(report(1_999_999))
  expect(small.map(({ what }) => what)).toContain('allLineage')
  expect(small.filter(({ isReached }) => !isReached)).toMatchObject([
    { what: 'arrays, bytes an edge' },
  ])
  const about = goalsOf(report(2_000_275)).filter(({ what }) => what.includes('raw CSR'))
  expect(about).toMatchObject([
    { what: '(3,3) mean, of raw CSR, in the same order', found: '1.43×', isReached: true },
  ])
})
