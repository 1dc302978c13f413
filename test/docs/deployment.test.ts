import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { main } from '@tributary/cli/main'
import { expect, onTestFinished, test } from 'vitest'
import { captureEffects } from '../../packages/cli/test/support/captured-effects.ts'
import { blocksOf } from '../support/fenced-blocks.ts'
import { ROOT } from '../support/imports.ts'

const PAGE = readFileSync(join(ROOT, 'docs/deployment.md'), 'utf8')
const UNIT = blocksOf(PAGE, 'ini')[0]!
const CONTAINER = blocksOf(PAGE, 'dockerfile')[0]!
const RULES = blocksOf(PAGE, 'yaml')[0]!

/** Starts the service with these arguments on a free port and in a folder of its own; gives `/metrics` and ends it. */
async function metricsOf(args: readonly string[]): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), 'tributary-deployment-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  let asked: Promise<string> | null = null
  const captured = captureEffects({
    cwd: home,
    onOutput: (text) => {
      const port = /listening on http:\S+:(\d+)/.exec(text)?.[1]
      if (port === undefined) return
      asked ??= fetch(`http://127.0.0.1:${port}/metrics`)
        .then((answer) => answer.text())
        .finally(() => captured.interrupt(new Error('asked')))
    },
  })
  await main([...args, '--port', '0', '--log', 'silent'], captured.effects)
  expect(asked, captured.stderr()).not.toBeNull()
  return (await asked)!
}

/** The arguments with a folder in place of their store. */
const withFolder = (args: readonly string[]) =>
  args.flatMap((word, at) =>
    word === '--store'
      ? ['--data']
      : ['--data', '--store'].includes(args[at - 1] ?? '')
        ? ['data']
        : [word],
  )

const UNIT_ARGS = /^ExecStart=.*tributary\.js (.*)$/m.exec(UNIT)![1]!.split(' ')
const CONTAINER_ARGS: readonly string[] = JSON.parse(/^CMD (\[.*\])$/m.exec(CONTAINER)![1]!)

test('the container starts the service with flags that it has', async () => {
  expect(await metricsOf(withFolder(CONTAINER_ARGS))).toContain('process_start_time_seconds')
})

test('the unit starts the service, whose metrics are those of the page', async () => {
  const metrics = await metricsOf(withFolder(UNIT_ARGS))
  const real = [...metrics.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name)
  const told = [...PAGE.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)
  expect(told.toSorted()).toEqual(real.toSorted())
  const alerted = [...RULES.matchAll(/\b(?:tributary|nodejs|process)_\w+/g)].map(([name]) => name)
  expect(alerted.length).toBeGreaterThan(4)
  expect(alerted.filter((name) => !real.includes(name))).toEqual([])
  for (const [, label = '', value = ''] of RULES.matchAll(/\{(state|quantile)="([^"]+)"\}/g)) {
    expect(metrics).toContain(`${label}="${value}"`)
  }
})

test('the unit gives the service more time to stop than it takes', () => {
  const limit = Number(/^TimeoutStopSec=(\d+)$/m.exec(UNIT)![1])
  expect(limit).toBeGreaterThan(Number(UNIT_ARGS[UNIT_ARGS.indexOf('--close-timeout') + 1]))
})

test('the sizes are those of the benchmarks', () => {
  const benchmarks = readFileSync(join(ROOT, 'benchmarks/README.md'), 'utf8')
  const figures = /^## catalog$([\s\S]*?)^## /m.exec(benchmarks)![1]!.split('\n')
  const rows = [...PAGE.matchAll(/^\| (1[0,]+) \| (.*) \|$/gm)]
  expect(rows).toHaveLength(3)
  for (const [, metrics = '', cells = ''] of rows) {
    const row = figures.find((line) => line.startsWith(`| ${metrics}`) && line.includes('MB'))!
    const found = row.split('|').map((cell) => cell.trim())
    expect(found).toEqual(expect.arrayContaining(cells.split(' | ')))
  }
})
