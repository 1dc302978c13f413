import { describe, expect, test } from 'vitest'
import { toTaskProgress } from '../../../src/operations/acceleration/task-instances.ts'

const at = (seconds: number): Date => new Date(1_000_000 + seconds * 1000)
const NOTHING = { WAITING: 0, RUNNING: 0, SUCCESS: 0, FAILED: 0 }

describe('the progress of a task', () => {
  test('has no rate before an instance ended', () => {
    const fresh = { ...NOTHING, WAITING: 26, total: 26, startedAt: null, endedAt: null }
    expect(toTaskProgress(fresh, at(5))).toEqual({
      waiting: 26,
      running: 0,
      done: 0,
      failed: 0,
      ratePerSecond: null,
      remainingSeconds: null,
    })
    const begun = { ...fresh, WAITING: 25, RUNNING: 1, startedAt: at(0) }
    expect(toTaskProgress(begun, at(5)).ratePerSecond).toBeNull()
    expect(toTaskProgress(begun, at(5)).remainingSeconds).toBeNull()
  })

  test('counts what ended since the first began, up to now', () => {
    const counts = { WAITING: 4, RUNNING: 2, SUCCESS: 7, FAILED: 1, total: 14 }
    const progress = toTaskProgress({ ...counts, startedAt: at(0), endedAt: at(3) }, at(4))
    expect(progress).toEqual({
      waiting: 4,
      running: 2,
      done: 7,
      failed: 1,
      ratePerSecond: 2,
      remainingSeconds: 3,
    })
  })

  test('stops counting when all have ended', () => {
    const over = { ...NOTHING, SUCCESS: 10, total: 10, startedAt: at(0), endedAt: at(5) }
    const progress = toTaskProgress(over, at(1_000))
    expect(progress).toMatchObject({ ratePerSecond: 2, remainingSeconds: 0 })
  })

  test('gives no rate where no time has passed', () => {
    const quick = { ...NOTHING, WAITING: 1, SUCCESS: 1, total: 2, startedAt: at(0), endedAt: at(0) }
    const progress = toTaskProgress(quick, at(0))
    expect(progress).toMatchObject({ ratePerSecond: null, remainingSeconds: null })
  })
})
