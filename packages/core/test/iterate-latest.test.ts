import { expect, test } from 'vitest'
import { iterateLatest } from '../src/iterate-latest.ts'

/** Reads all values, then the result. */
async function readAll<T, R>(values: AsyncGenerator<T, R>): Promise<readonly [T[], R]> {
  const read: T[] = []
  while (true) {
    const { value, done } = await values.next()
    if (done) return [read, value]
    read.push(value)
  }
}

test('gives each value that is waited for, then the result', async () => {
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const values = iterateLatest<number, string>(async (report) => {
    report(1)
    await gates[0]!.promise
    report(2)
    await gates[1]!.promise
    return 'end'
  })
  expect(await values.next()).toEqual({ value: 1, done: false })
  gates[0]!.resolve()
  expect(await values.next()).toEqual({ value: 2, done: false })
  gates[1]!.resolve()
  expect(await values.next()).toEqual({ value: 'end', done: true })
})

test('leaves out what is not read before the next value, but not the last one', async () => {
  const values = iterateLatest<number, string>(async (report) => {
    for (const value of [1, 2, 3]) report(value)
    return 'end'
  })
  expect(await readAll(values)).toEqual([[3], 'end'])
})

test('throws what the work throws, and stops the work when nobody reads on', async () => {
  const failing = iterateLatest<number, void>(async () => {
    throw new Error('broken')
  })
  await expect(failing.next()).rejects.toThrow('broken')
  let signal: AbortSignal | undefined
  const endless = iterateLatest<number, void>((report, given) => {
    signal = given
    report(1)
    return new Promise(() => {})
  })
  for await (const value of endless) {
    expect(value).toBe(1)
    break
  }
  expect(signal!.aborted).toBe(true)
})
