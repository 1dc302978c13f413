import { describe, expect, test } from 'vitest'
import { toTraceId } from '../../src/plugins/trace-id.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'

const of = (traceparent: string) => toTraceId({ headers: { traceparent } })

describe('traceIdOf', () => {
  test('takes the trace id of a traceparent', () => {
    expect(of(`00-${TRACE}-${PARENT}-01`)).toBe(TRACE)
  })

  test('takes the trace id of a later version with further parts', () => {
    expect(of(`01-${TRACE}-${PARENT}-01-more`)).toBe(TRACE)
  })

  test.each([
    ['further parts in version 00', `00-${TRACE}-${PARENT}-01-more`],
    ['the forbidden version', `ff-${TRACE}-${PARENT}-01`],
    ['a trace id of zeros', `00-${'0'.repeat(32)}-${PARENT}-01`],
    ['a parent id of zeros', `00-${TRACE}-${'0'.repeat(16)}-01`],
    ['upper case', `00-${TRACE.toUpperCase()}-${PARENT}-01`],
    ['a short trace id', `00-${TRACE.slice(1)}-${PARENT}-01`],
    ['no flags', `00-${TRACE}-${PARENT}`],
    ['nothing', ''],
  ])('makes a random one for %s', (_what, traceparent) => {
    const traceId = of(traceparent)
    expect(traceId).toMatch(/^[0-9a-f]{32}$/)
    expect(traceId).not.toBe(TRACE)
    expect(of(traceparent)).not.toBe(traceId)
  })
})
