import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, describe, expect, test } from 'vitest'

const effects = new URL('../../src/terminal/effects.ts', import.meta.url).href

/** A command whose native thread works for hours, and whose exit waits as long. At the first signal it does what `interrupted` says. */
function start(interrupted: string): ChildProcess & { readonly stdout: NodeJS.ReadableStream } {
  const command = `
    import { pbkdf2 } from 'node:crypto'
    import { processEffects } from ${JSON.stringify(effects)}
    const effects = processEffects()
    const never = new Int32Array(new SharedArrayBuffer(4))
    process.once('exit', () => Atomics.wait(never, 0, 0))
    effects.signal.addEventListener('abort', () => { ${interrupted} })
    pbkdf2('a', 'b', 2 ** 31 - 1, 64, 'sha512', () => {})
    process.stdout.write('works ')`
  const args = ['--input-type=module', '-e', command]
  const child = spawn(process.execPath, args)
  running.push(child)
  return child
}

const running: ChildProcess[] = []
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL')
})

describe.each(['SIGTERM', 'SIGINT'] as const)('after %s', (signal) => {
  test('a process ends when its time is up, despite running threads and listeners', async () => {
    const child = start('effects.exitWithin(0)')
    await once(child.stdout, 'data')
    child.kill(signal)
    expect(await once(child, 'exit')).toEqual([null, signal])
  })

  test('a process ends at once on a second signal', async () => {
    const child = start("process.stdout.write('closes ')")
    await once(child.stdout, 'data')
    child.kill(signal)
    await once(child.stdout, 'data')
    child.kill(signal)
    expect(await once(child, 'exit')).toEqual([null, signal])
  })

  test('a process whose event loop is blocked is killed', async () => {
    const child = start('effects.exitWithin(0); for (;;);')
    await once(child.stdout, 'data')
    child.kill(signal)
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
  })
})
