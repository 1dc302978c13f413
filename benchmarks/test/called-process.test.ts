import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { type CalledProcess, startProcess } from '../measure/called-process.ts'

type Calls = {
  readonly double: (numbers: readonly number[]) => readonly number[]
  readonly fail: (why: string) => void
  readonly exit: (code: number) => void
  readonly spin: (argument: null) => void
  readonly pid: (argument: null) => number
}

const SCRIPT = `
import { answerCalls } from '${new URL('../measure/called-process.ts', import.meta.url)}'
answerCalls({
  double: (numbers) => numbers.map((one) => one * 2),
  fail: async (why) => { throw new Error(why) },
  exit: (code) => { process.exit(code) },
  spin: () => { while (true); },
  pid: () => process.pid,
})
`

async function withProcess(use: (one: CalledProcess<Calls>) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tributary-bench-test-'))
  const script = join(folder, 'script.mjs')
  await writeFile(script, SCRIPT)
  const one = startProcess<Calls>(pathToFileURL(script), 'the other')
  try {
    await use(one)
  } finally {
    await one.end()
    await rm(folder, { recursive: true, force: true })
  }
}

test('a process answers call after call, also after one that throws', () =>
  withProcess(async (one) => {
    expect(await one.call('double', [1, Number.POSITIVE_INFINITY])).toEqual([
      2,
      Number.POSITIVE_INFINITY,
    ])
    await expect(one.call('fail', 'no such answer')).rejects.toThrow(
      /^the other, fail: no such answer$/,
    )
    expect(await one.call('double', [4])).toEqual([8])
  }))

test('a call is refused when the process ends in it, and so is the next', () =>
  withProcess(async (one) => {
    await expect(one.call('exit', 3)).rejects.toThrow(
      'the other, exit: the process has ended (exit code 3)',
    )
    await expect(one.call('double', [1])).rejects.toThrow(
      'the other, double: the process has ended (exit code 3)',
    )
  }))

test('a process that is busy is ended, and what it was called for is refused', () =>
  withProcess(async (one) => {
    const pid = await one.call('pid', null)
    const spinning = expect(one.call('spin', null)).rejects.toThrow('(SIGKILL)')
    await one.end()
    await one.end()
    await spinning
    expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  }))
